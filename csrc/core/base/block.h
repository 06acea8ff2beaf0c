#pragma once

/*
 * core/base/block.h - Sixteen bytes of a text, compared at once by SSE2, NEON
 * or WebAssembly.
 *
 * YS_HAS_BLOCKS is 1 where the compiler has one of them. Elsewhere, and where
 * the build asks for plain C, callers do the same by words or bytes.
 */

#include "core/base/base.h"

#if defined(YSCHEMA_PLAIN_C)
#define YS_HAS_BLOCKS 0
#elif defined(__SSE2__)
#include <emmintrin.h>
#define YS_HAS_BLOCKS 1

typedef __m128i ys_block;

static inline ys_block ys_block_at(const char *at) {
  return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* The bytes that are `c`. Like all results, it has all bits set where that is
 * so, and none elsewhere. */
static inline ys_block ys_block_is(ys_block block, char c) {
  return _mm_cmpeq_epi8(block, _mm_set1_epi8(c));
}

/* The bytes that are control characters below U+0020, or are beyond ASCII. */
static inline ys_block ys_block_odd(ys_block block) {
  return _mm_cmplt_epi8(block, _mm_set1_epi8(0x20)); /* signed */
}

static inline ys_block ys_block_or(ys_block a, ys_block b) {
  return _mm_or_si128(a, b);
}

static inline ys_block ys_block_without(ys_block a, ys_block b) {
  return _mm_andnot_si128(b, a);
}

/* The place of the first byte in a result, or 16. */
static inline unsigned ys_block_first(ys_block result) {
  return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(result) | 0x10000);
}

#elif defined(__aarch64__) && defined(__ARM_NEON) &&                           \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>
#define YS_HAS_BLOCKS 1

typedef uint8x16_t ys_block;

static inline ys_block ys_block_at(const char *at) {
  return vld1q_u8((const uint8_t *)at);
}

static inline ys_block ys_block_is(ys_block block, char c) {
  return vceqq_u8(block, vdupq_n_u8((uint8_t)c));
}

static inline ys_block ys_block_odd(ys_block block) {
  return vcltq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8(0x20));
}

static inline ys_block ys_block_or(ys_block a, ys_block b) {
  return vorrq_u8(a, b);
}

static inline ys_block ys_block_without(ys_block a, ys_block b) {
  return vbicq_u8(a, b);
}

/* NEON has no mask of bits: four bits of each byte stand in one word. */
static inline unsigned ys_block_first(ys_block result) {
  const uint8x8_t halves = vshrn_n_u16(vreinterpretq_u16_u8(result), 4);
  const uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(halves), 0);
  return bits == 0 ? 16 : (unsigned)__builtin_ctzll(bits) / 4;
}

#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define YS_HAS_BLOCKS 1

typedef v128_t ys_block;

static inline ys_block ys_block_at(const char *at) {
  return wasm_v128_load(at);
}

static inline ys_block ys_block_is(ys_block block, char c) {
  return wasm_i8x16_eq(block, wasm_i8x16_splat(c));
}

static inline ys_block ys_block_odd(ys_block block) {
  return wasm_i8x16_lt(block, wasm_i8x16_splat(0x20));
}

static inline ys_block ys_block_or(ys_block a, ys_block b) {
  return wasm_v128_or(a, b);
}

static inline ys_block ys_block_without(ys_block a, ys_block b) {
  return wasm_v128_andnot(a, b);
}

static inline unsigned ys_block_first(ys_block result) {
  return (unsigned)__builtin_ctz(wasm_i8x16_bitmask(result) | 0x10000);
}

#else
#define YS_HAS_BLOCKS 0
#endif
