#define _DEFAULT_SOURCE /* declares madvise() */

#include "core/base/pages.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined __linux__ && defined MADV_HUGEPAGE

/* The size of a huge page. The kernel uses one only where it lies completely
 * inside the block. */
#define HUGE_PAGE ((size_t)2 << 20)

void ys_pages_advise(void *block, size_t size) {
  if (size < HUGE_PAGE) return;
  const long page = sysconf(_SC_PAGESIZE);
  if (page <= 0) return;
  /* Start at the page in which the block begins. The allocator keeps a few
   * bytes in front of the block; without them the first huge page would be
   * lost. */
  const size_t before = (size_t)((uintptr_t)block % (uintptr_t)page);
  (void)madvise((char *)block - before, size + before, MADV_HUGEPAGE);
}

#else

void ys_pages_advise(void *block, size_t size) {
  (void)block;
  (void)size;
}

#endif
