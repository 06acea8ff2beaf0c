#pragma once

/*
 * core/run/explain.h - Keeps the provenance of a run's result
 * (core/provenance/provenance.h), to show users where values come from.
 *
 * The provenance begins with all defaults of the schema, also with those that
 * the first document replaces, so they are made once for the provenance alone.
 * If the run does not explain itself, these functions return at once.
 */

#include "core/provenance/provenance.h"
#include "core/run/run.h"

/* Makes the run explain itself. Must be called before the first input. */
ys_status ys_explain_begin(ys_run *run);

/* The run begins: the provenance gets the schema's defaults, unless it has
 * them.
 */
ys_status ys_explain_defaults(ys_run *run);

/* The result has been made of the first document and the defaults. */
ys_status ys_explain_begun(ys_run *run);

/* A document has been checked and is about to be merged … */
ys_status ys_explain_given(ys_run *run, const ys_run_document *document);

/* A function has given the default onto which it is merged. */
ys_status ys_explain_settled(ys_run *run, ys_slot *slot);

/* … and has been merged. */
ys_status ys_explain_merged(ys_run *run);

/* Defaults have been added to the result, or alternatives chosen. */
ys_status ys_explain_completed(ys_run *run);

/* From now on, what happens is tried on copies. */
void ys_explain_trials(ys_run *run);
