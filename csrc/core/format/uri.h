#pragma once

/* core/format/uri.h - Characters beyond ASCII, which IRIs and templates may
 * have (RFC 3987, section 2.2). */

#include "core/format/reader.h"

/* Reads an ucschar, or an iprivate if that is allowed. */
bool ys_take_beyond_ascii(ys_rest *rest, bool private_use);
