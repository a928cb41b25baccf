import { expect, test } from 'vitest';
import { parseByline, parsePersons } from './parse-persons.ts';

test.each([
  ['By Ada Byron', ['Ada Byron']],
  ['Von Ada Byron und Grace Moor', ['Ada Byron', 'Grace Moor']],
  ['Ada Byron, Grace Moor & Ludwig van Dyck', ['Ada Byron', 'Grace Moor', 'Ludwig van Dyck']],
  ['By Ada Byron | 4 March 2026', ['Ada Byron']],
  ['Posted by Zed in Lamp Forum', ['Zed']],
  ['Asked by Ada Byron', []],
  ['Answered by Grace Moor', []],
  ['By Design', []],
  ['Ada Byron1,2, Grace Moor* and Lin Day†', ['Ada Byron', 'Grace Moor', 'Lin Day']],
  ['By Designers Guild', ['Designers Guild']],
  ['By Staff Reporter, Daily Post', []],
  ['By Ada Byron, Staff Reporter, Daily Post', ['Ada Byron']],
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
  ['Reviewed by Grace Moor', []],
  ['Medically reviewed by Grace Moor | Written by Ada Byron', ['Ada Byron']],
  ['Ada Byron on behalf of Loom House group', ['Ada Byron']],
  ['Ada Byron. Bearbeitet von Grace Moor', ['Ada Byron']],
  ['Dr. Grace von Moor', ['Dr. Grace von Moor']],
  ['Prof. Dr. Grace von Moor', ['Prof. Dr. Grace von Moor']],
  ['José Ortega y Gasset', ['José Ortega y Gasset']],
  ['Ada y Grace', ['Ada', 'Grace']],
  ['Ada Byron y Grace Moor', ['Ada Byron', 'Grace Moor']],
  ['Ada Byron, Grace Moor i Jan Loom', ['Ada Byron', 'Grace Moor', 'Jan Loom']],
  ['Anna Nová a Jan Starý', ['Anna Nová', 'Jan Starý']],
  ['김철수, 이영희 기자', ['김철수', '이영희']],
  ['山田太郎記者', ['山田太郎']],
  ['记者王敬照', ['王敬照']],
  ['本报记者李明', ['李明']],
  ['dpa/Ada Byron', ['dpa', 'Ada Byron']],
  ['dpa / Ada Byron', ['dpa', 'Ada Byron']],
  ['Foto / Ada Byron', ['Ada Byron']],
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
  ['Ada Byron, Redakteurin', ['Ada Byron']],
  ['Von Ada Byron, Hamburg', ['Ada Byron']],
  ['Ada Byron, Cher', ['Ada Byron', 'Cher']],
  ['Dr. Grace von Moor', ['Dr. Grace von Moor']],
  ['Ada Ortega y Gasset', ['Ada Ortega y Gasset']],
  ['undefined', []],
  ['Unknown', []],
  ['publisher', []],
  ['admin', []],
  ['ada@a.example', []],
  ['This text was written long ago by someone whom nobody knows any more.', []],
])('of what data says ("%s") the names are %j', (text, names) => {
  expect(parsePersons(text)).toEqual(names);
});

test.each([
  ['Ann Smith, Di Orr, Von Miles, Da Silva', ['Ann Smith', 'Di Orr', 'Von Miles', 'Da Silva']],
  ['Author: Di Orr', ['Di Orr']],
  ['Von Anna Meier', ['Anna Meier']],
  ['di Anna Rossi', ['Anna Rossi']],
  ['Di Orr, Von Miles, Por Lan', ['Di Orr', 'Von Miles', 'Por Lan']],
])('a word for "by" of one language is a part of names in another: %s', (byline, names) => {
  expect(parseByline(byline)).toEqual(names);
});

test.each([
  'TBA',
  'TBD',
  'Loading...',
  'Not Avail',
  'Unbekannt',
  'k.A.',
  'Keine Angabe',
  'N/A',
  'Unknown',
])('what stands in place of a name is none: %s', (text) => {
  expect(parsePersons(text)).toEqual([]);
  expect(parseByline(text)).toEqual([]);
});

test('a surname that means nothing as a word is one', () => {
  expect(parsePersons('Na, Nil and Keine')).toEqual(['Na', 'Nil', 'Keine']);
  expect(parsePersons('TBA')).toEqual([]);
});

test.each(['Di Rex', 'De Boer', 'A Smith', 'Von Moor'])('%s is a whole name in data', (name) => {
  expect(parsePersons(name)).toEqual([name]);
});

test.each(['Share', 'Subscribe', 'Follow Daily Team', 'Follow'])(
  'what a button beside a name does is none: %s',
  (text) => {
    expect(parseByline(text)).toEqual([]);
  },
);
