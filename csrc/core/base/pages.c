#define _DEFAULT_SOURCE /* madvise() */

#include "core/base/pages.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined __linux__ && defined MADV_HUGEPAGE

/* A huge page has to lie in the block as a whole. */
#define HUGE_PAGE ((size_t)2 << 20)

void ys_pages_advise(void *block, size_t size) {
  if (size < HUGE_PAGE) return;
  const long page = sysconf(_SC_PAGESIZE);
  if (page <= 0) return;
  /* From the start of the page that the block begins in: an allocator's few
   * bytes in front of it must not cost the first huge page. */
  const size_t before = (size_t)((uintptr_t)block % (uintptr_t)page);
  (void)madvise((char *)block - before, size + before, MADV_HUGEPAGE);
}

#else

void ys_pages_advise(void *block, size_t size) {
  (void)block;
  (void)size;
}

#endif
