import { expect, test } from 'vitest';
import { loadOptional } from './load-optional.ts';

test('a package that is installed is loaded', async () => {
  const { z } = await loadOptional('zod', 'Reading', () => import('zod'));
  expect(z.string().parse('x')).toBe('x');
});

test('a package that is missing is named, with what needs it and how it is installed', async () => {
  const name: string = 'a-package-that-is-missing';
  await expect(loadOptional(name, 'Singing', () => import(name))).rejects.toMatchObject({
    code: 'service_unavailable',
    message:
      'Singing needs the package a-package-that-is-missing, which is not installed: npm install a-package-that-is-missing',
  });
});

test('what an installed package throws while it loads stays as it is', async () => {
  const fault = Object.assign(new Error("Cannot find package 'another' imported from here"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  await expect(loadOptional('zod', 'Reading', () => Promise.reject(fault))).rejects.toBe(fault);
});
