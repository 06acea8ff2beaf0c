#pragma once

/*
 * lua/run/ask.h - The methods of a run about its questions: how Lua goes from
 * one to the next, and what it may ask about the last one.
 * csrc/lua/README.md documents them.
 */

#include "lua/base/compat.h"

int ysl_step(lua_State *L);
int ysl_answer(lua_State *L);
int ysl_mark(lua_State *L);
int ysl_questions(lua_State *L);

/* About the question that waits for an answer. */
int ysl_asked(lua_State *L);
int ysl_context(lua_State *L);
int ysl_question_place(lua_State *L);
