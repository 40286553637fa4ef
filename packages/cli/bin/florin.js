#!/usr/bin/env node
import { existsSync } from 'node:fs';

/**
 * A checkout of Florin runs the sources, so that its build cannot be out of date. The published package contains only
 * the build.
 */
const source = new URL('../src/main.ts', import.meta.url);
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(source.href);
} else await import('../dist/main.js');
