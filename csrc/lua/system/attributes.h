#pragma once

/*
 * lua/system/attributes.h - Extended attributes of a file: access control lists
 * and attributes of users. Only on Linux.
 */

/* Copies the attributes of a file to a new one, except those that only the
 * system may set. Returns an error of the system, or 0. */
int ysl_copy_attributes(const char *from, int to);
