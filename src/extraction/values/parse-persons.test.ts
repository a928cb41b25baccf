import { expect, test } from 'vitest';
import { parseByline, parsePersons } from './parse-persons.ts';

test.each([
  ['By Ada Byron', ['Ada Byron']],
  ['Von Ada Byron und Grace Moor', ['Ada Byron', 'Grace Moor']],
  ['Ada Byron, Grace Moor & Ludwig van Dyck', ['Ada Byron', 'Grace Moor', 'Ludwig van Dyck']],
  ['By Ada Byron | 4 March 2026', ['Ada Byron']],
  ['By Ada Byron – 5 min read', ['Ada Byron']],
  ['By Ada Byron (Hull)', ['Ada Byron']],
  ['Ada Byron, edited by Grace Moor', ['Ada Byron']],
  ['Ada Byron, Editor', ['Ada Byron']],
  ['Ada Byron, Head of Engines, Loom House', ['Ada Byron']],
  ['4 March • Ada Byron in', ['Ada Byron']],
  ['Ada Byron Updated: 5 May', ['Ada Byron']],
  ['Texte : Ada Byron', ['Ada Byron']],
  ['vom Redakteur Byron', ['Redakteur Byron']],
  ['Ada Byron:', ['Ada Byron']],
  ['Byron:', ['Byron']],
  ['Stand:\n4. März 2026', []],
  ['Artikel von:', []],
  ['© Ada Byron', []],
  ['Copyright Loom House', []],
  ['Autor/in: Ada Byron', ['Ada Byron']],
  ['Koch / Köchin: loom-house.example', []],
  ['山田太郎、佐藤花子', ['山田太郎', '佐藤花子']],
  ['記者・山田太郎', ['山田太郎']],
  ['Posted by Loom House on Tuesday, August 29, 2023', ['Loom House']],
  ['Ada Byron on Waterloo, Grace Moor', ['Ada Byron on Waterloo', 'Grace Moor']],
  ['By\nThe Loom Team\nFull Bio', ['The Loom Team']],
  ['Full Bio', []],
  ['CC BY', []],
  ['By Ada Byron, Science Editor', ['Ada Byron']],
  ['By Ada Byron in London and Grace Moor in Paris', ['Ada Byron', 'Grace Moor']],
  ['Words by Ada Byron. Edited by Grace Moor', ['Ada Byron']],
])('of the byline "%s" the names are %j', (byline, names) => {
  expect(parseByline(byline)).toEqual(names);
});

test.each([
  ['Ada Byron / Grace Moor', ['Ada Byron', 'Grace Moor']],
  ['Ada Byron; Grace Moor', ['Ada Byron', 'Grace Moor']],
  ['Ada Byron, Ada Byron', ['Ada Byron']],
  ['https://a.example/ada', []],
  ['Ada Byron, Head of Engines, Loom House', ['Ada Byron']],
  ['Society of Engines, House of Looms', ['Society of Engines', 'House of Looms']],
  ['Ada Byron. Edited by Grace Moor', ['Ada Byron']],
  ['Ada Byron, Science Editor', ['Ada Byron']],
  ['undefined', []],
  ['Unknown', []],
  ['publisher', []],
  ['admin', []],
  ['ada@a.example', []],
  ['This text was written long ago by someone whom nobody knows any more.', []],
])('of what data says ("%s") the names are %j', (text, names) => {
  expect(parsePersons(text)).toEqual(names);
});
