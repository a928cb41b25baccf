import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A name that a declaration file declares, and where. */
export interface Declared {
  readonly file: string;
  readonly name: string;
}

/** An exported declaration, and the declarations of the package that its text names. */
export interface Declaration extends Declared {
  readonly references: readonly Declared[];
}

interface DeclarationFile {
  /** Text by declared name, without comments and strings. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where the names come from that the file imports from files of the package, or exports again. */
  readonly imports: ReadonlyMap<string, Declared>;
  readonly exports: ReadonlyMap<string, Declared>;
}

/** Bundled: `import { A as Page } from "./types/page.js"`, and one list of exports at the end. */
const clausePattern = /^(import|export)(?: type)? \{([^}]*)\}(?: from "(\.[^"]*)")?;$/gm;
const declarationPattern =
  /^(?:export )?(?:declare )?(?:interface|type|class|const|function) (\w+)/;
const exportPattern = /^export (?:declare )?(?:interface|type|class|const|function) (\w+)/gm;

/** A type that is taken from a constant. */
const queryPattern = /\btypeof (\w+)/g;

/** The exports of an entry point (a built `.d.ts` file) with the package's own declarations that each of them names. */
export function readDeclarations(entryPoint: string): readonly Declaration[] {
  const files = new Map<string, DeclarationFile>();
  const open = (file: string): DeclarationFile => {
    const read = files.get(file) ?? readDeclarationFile(file);
    files.set(file, read);
    return read;
  };

  /** The declaration behind a name that a chunk exports by another one. */
  function locate(declared: Declared): Declared {
    const found = open(declared.file).exports.get(declared.name) ?? declared;
    return found.file === declared.file ? found : locate(found);
  }

  function listReferences({ file, name }: Declared, seen: Set<string>): readonly Declared[] {
    seen.add(name);
    const { texts, imports } = open(file);
    const text = texts.get(name) ?? '';
    const words = new Set(text.replaceAll(queryPattern, '').match(/\b[A-Za-z_]\w*\b/g));
    const constants = new Set(
      [...text.matchAll(queryPattern)].map(([, constant = '']) => constant),
    );
    // A constant stands for the types that its own declaration names: callers never see its name.
    const behind = [...constants].flatMap((constant) =>
      listReferences(locate(imports.get(constant) ?? { file, name: constant }), seen),
    );
    const named = [...words].flatMap((word) => {
      const imported = imports.get(word);
      if (imported !== undefined) return [locate(imported)];
      return texts.has(word) && word !== name ? [{ file, name: word }] : [];
    });
    return [...named, ...behind];
  }

  return [...open(entryPoint).exports.values()].map(locate).map((declared) => ({
    ...declared,
    references: listReferences(declared, new Set()),
  }));
}

function readDeclarationFile(file: string): DeclarationFile {
  const source = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const imports = new Map<string, Declared>();
  const exports = new Map<string, Declared>();
  for (const [, keyword, names = '', from] of source.matchAll(clausePattern)) {
    const target = from && path.join(path.dirname(file), from.replace(/\.js$/, '.d.ts'));
    for (const part of names.split(',')) {
      const [name = '', alias = name] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (name === '') continue;
      if (keyword === 'import' && target !== undefined) imports.set(alias, { file: target, name });
      else exports.set(alias, imports.get(name) ?? { file: target ?? file, name });
    }
  }
  for (const [, name = ''] of source.matchAll(exportPattern)) exports.set(name, { file, name });
  return { texts: readTexts(source), imports, exports };
}

/** Declarations begin in the first column; an overloaded function has several. */
function readTexts(source: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let name: string | undefined;
  for (const line of source.split('\n')) {
    if (/^(?:import|export \{|export type \{)/.test(line)) name = undefined;
    else name = declarationPattern.exec(line)?.[1] ?? name;
    if (name === undefined) continue;
    const text = line.replaceAll(/'[^']*'/g, '').replaceAll(/\b\w+\??:/g, '');
    texts.set(name, `${texts.get(name) ?? ''}\n${text}`);
  }
  return texts;
}
