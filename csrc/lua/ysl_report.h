#ifndef YSL_REPORT_H
#define YSL_REPORT_H

/* ysl_report.h - the methods that every owner of records has. */

#include "ysl_box.h"

extern const luaL_Reg ysl_report_methods[];

#endif
