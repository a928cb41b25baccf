import { expect, test } from 'vitest';
import { toMissingPackage } from './advice.ts';

async function failToImport(name: string): Promise<unknown> {
  return import(name).catch((error: unknown) => error);
}

test('a package that is missing is named, with what needs it and how it is installed', async () => {
  const name = 'a-package-that-is-missing';
  expect(toMissingPackage(name, 'Singing', await failToImport(name))).toMatchObject({
    code: 'service_unavailable',
    message:
      'Singing needs the package a-package-that-is-missing, which is not installed: npm install a-package-that-is-missing',
  });
});

test('what an installed package throws while it loads stays as it is', async () => {
  const fault = await failToImport('another-package-that-is-missing');
  expect(fault).toBeInstanceOf(Error);
  expect(toMissingPackage('zod', 'Reading', fault)).toBe(fault);
});
