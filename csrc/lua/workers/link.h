#pragma once

/*
 * lua/workers/link.h - The two ends of a worker's socket: numbers and texts to
 * the worker, and frames, which are a length and a text, from it.
 */

#include "core/base/str.h"

/* Opens both ends, which no program that is started inherits. False: errno says
 * why. */
bool ysl_link_open(int ends[2]);

/* Sends or receives all of it, whatever signals come. False: the other end is
 * gone. */
bool ysl_link_send(int socket, const void *data, size_t size);
bool ysl_link_receive(int socket, void *data, size_t size);

/* Sends what the other end takes without waiting, and leaves the rest. False:
 * the other end is gone. */
bool ysl_link_push(int socket, ys_buf *going);

/* Receives what is there, without waiting. False: the other end is gone, or no
 * memory is left (ys_buf_status()). */
bool ysl_link_collect(int socket, ys_buf *came);

/* The first whole frame of what came, or a text whose `ptr` is NULL. */
ys_str ysl_link_frame(const ys_buf *came);
void ysl_link_drop_frame(ys_buf *came);

/* Sends a frame. */
bool ysl_link_send_frame(int socket, ys_str text);
