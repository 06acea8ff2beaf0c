#ifndef YSL_SYSTEM_ATTRIBUTES_H
#define YSL_SYSTEM_ATTRIBUTES_H

/*
 * lua/system/attributes.h - what a file has beside its text and its mode: lists
 * of who may read it, and attributes of users. Only Linux is asked for them.
 */

/* Gives a new file the attributes of another. Returns an error of the system,
 * or 0. Attributes that only the system itself may set are its business. */
int ysl_copy_attributes(const char *from, int to);

#endif
