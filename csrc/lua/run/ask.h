#ifndef YSL_RUN_ASK_H
#define YSL_RUN_ASK_H

/*
 * lua/run/ask.h - the questions of a run, and what is to be known about them:
 * the methods of a run that lua/module/module.c describes.
 */

#include "lua/base/compat.h"

/* From question to question: run:step(), :answer(), :mark(), :questions(). */

int ysl_step(lua_State *L);
int ysl_answer(lua_State *L);
int ysl_mark(lua_State *L);
int ysl_questions(lua_State *L);

/* About the question that waits for an answer. */
int ysl_asked(lua_State *L);
int ysl_context(lua_State *L);
int ysl_question_place(lua_State *L);

#endif
