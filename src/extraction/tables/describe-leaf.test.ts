import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const makers = ['Acme', 'Globex', 'Initech', 'Umbrella'];
const toJob = (name: string, at: number): string =>
  `<h3><a href="/job/${at}">Software Engineer ${at}</a></h3><p>${name} pays well</p>`;

function readCompanies(toCard: (name: string, at: number) => string): unknown {
  const cards = makers.map((name, at) => `<div class="card">${toCard(name, at)}</div>`);
  const html = `<html lang="en"><main><h1>Jobs</h1>${cards.join('')}</main>`;
  const reading = readPage({ html, url: 'https://jobs.example/' });
  const schema = {
    type: 'array',
    items: { type: 'object', properties: { company_name: text } },
  };
  const input = { reading, prompt: 'All jobs.', schema, detailLevel: 'medium' } as const;
  return extractStructure(input).value;
}

const toCompanyCard = (name: string): string =>
  `<h3><a href="/c/${name}">${name}</a></h3><p>Open</p>`;

const companies = makers.map((name) => ({ company_name: name }));

test.each([
  ['leads to one', (name: string) => `<h5><a href="/company/${name}">${name}</a></h5>`],
  ['leads to its jobs', (name: string) => `<h5><a href="/company/${name}/jobs">${name}</a></h5>`],
  [
    'stands in one',
    (name: string) => `<div class="tile-company"><h5><a href="#">${name}</a></h5></div>`,
  ],
])('the name of a company is what %s, and not the title of its job', (_, toCompany) => {
  expect(readCompanies((name, at) => toCompany(name) + toJob(name, at))).toEqual(companies);
});

test('the titles of records that nothing else is called a company of are their names', () => {
  expect(readCompanies(toCompanyCard)).toEqual(companies);
});
