import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';

/** Verbs that say nothing about what a function returns. */
const emptyVerbs = /^(?:handle|process|manage|perform|do)(?=[A-Z])/;
/** A file whose name begins with one of these holds the function of that name; other files are named after a thing. */
const fileVerbs = /^(?:check|create|find|is|list|load|parse|read|require|resolve|to)-/;
/** A function with its name and body, as oxfmt lays it out: the brace that ends it stands at the line's start. */
const functionPattern = /^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^}$/gm;
const exportPattern =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

const root = path.join(import.meta.dirname, '..');
const files = ['src', 'test-kit', 'ui/src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  ),
);
const faults: string[] = [];

for (const file of files) {
  if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts') || file.endsWith('.test.ts')) continue;
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const [body, name = ''] of text.matchAll(functionPattern)) {
    if (emptyVerbs.test(name)) faults.push(`${file}: ${name}: say what it does to what`);
    if (/^find[A-Z]/.test(name) && /^\s+(?:.*\b)?throw\b/m.test(body)) {
      faults.push(`${file}: ${name} throws: a "find…" may give undefined, name it "require…"`);
    }
  }
  const exported = [...text.matchAll(exportPattern)].map(([, name = '']) => name);
  const base = path.basename(file).replace(/\.tsx?$/, '');
  const isNamed = exported.some((name) => toKebabCase(name) === base);
  if (fileVerbs.test(base) && exported.length > 0 && !isNamed) {
    faults.push(`${file}: exports nothing of its name, but ${exported.join(', ')}`);
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) exit(1);

/** `toPDFText` and `toPdfText` are both `to-pdf-text`; digits stay with the letters before them. */
function toKebabCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
