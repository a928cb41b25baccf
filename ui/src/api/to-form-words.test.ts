import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toFormWords } from './to-form-words.ts';

test('a refusal names fields as the form does', () => {
  const issues = [
    { path: '/timeZone', message: 'There is no such zone.' },
    { path: '/website_url', message: 'It is missing.' },
  ];
  const message =
    'Cannot set the schedule: /timeZone: There is no such zone. /website_url: It is missing.';
  expect(toFormWords(message, issues)).toBe(
    'Cannot set the schedule: Time zone: There is no such zone. URL: It is missing.',
  );
});

test('what lies within a field keeps its place there', () => {
  const issues = [{ path: '/output_schema/type', message: 'No type.' }];
  expect(toFormWords('Cannot: /output_schema/type: No type.', issues)).toBe(
    'Cannot: JSON Schema (/type): No type.',
  );
});

test('places in a recipe, names of no field and sentences without issues stay as they are', () => {
  const issues = [
    { path: '/steps/0/type', message: 'It is missing.' },
    { path: '/constructor', message: '$& is odd.' },
    { path: '', message: 'It is no object.' },
  ];
  const message = 'Cannot: /steps/0/type: It is missing. /constructor: $& is odd. It is no object.';
  expect(toFormWords(message, issues)).toBe(message);
  expect(toFormWords('There is no run "/url".', [])).toBe('There is no run "/url".');
});

test('each label that stands for a field is one of a form', () => {
  const root = path.join(import.meta.dirname, '..');
  const forms = globSync('{views,components}/**/*.tsx', { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const source = readFileSync(path.join(import.meta.dirname, 'to-form-words.ts'), 'utf8');
  const labels = [...source.matchAll(/^ {2}\w+: '([^']+)',$/gm)].map(([, label]) => label);
  expect(labels.length).toBeGreaterThan(10);
  for (const label of labels) expect(forms).toMatch(new RegExp(`label="${label}"|>${label}<`));
});
