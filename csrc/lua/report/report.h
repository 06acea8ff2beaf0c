#ifndef YSL_REPORT_REPORT_H
#define YSL_REPORT_REPORT_H

/* lua/report/report.h - the methods that every owner of records has. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_report_methods[];

#endif
