import { expect, test } from 'vitest';
import { extractFields, state, text } from '../../../../test/support/extract-fields.ts';

const profileOf = (field: string, body: string): unknown =>
  (extractFields(body, { [field]: text }).value as Readonly<Record<string, unknown>>)[field];

const organization = state({
  '@type': 'Organization',
  name: 'Ash & Sons',
  sameAs: [
    'https://www.facebook.com/ash',
    'https://x.com/ash',
    'https://uk.linkedin.com/company/ash',
  ],
});
const article = '<main><h1>Chairs of oak</h1><p>They last.</p></main>';

test.each([
  ['facebook', 'https://www.facebook.com/ash'],
  ['twitterUrl', 'https://x.com/ash'],
  ['company_linkedin', 'https://uk.linkedin.com/company/ash'],
])('%s is what data states for who publishes the page', (field, profile) => {
  expect(profileOf(field, `${article}${organization}`)).toBe(profile);
});

test('a profile in the footer is that of the site, and those of writers in the text are not', () => {
  const writers =
    '<p><a href="https://twitter.com/ann">Ann</a> <a href="https://twitter.com/bo">Bo</a>';
  const footer = '<footer><a href="https://twitter.com/ash">Follow us</a></footer>';
  expect(profileOf('twitter', `<main><h1>Chairs</h1>${writers}</main>`)).toBeUndefined();
  expect(profileOf('twitter', `<main><h1>Chairs</h1>${writers}</main>${footer}`)).toBe(
    'https://twitter.com/ash',
  );
});

test.each([
  'https://www.facebook.com/sharer/sharer.php?u=x',
  'https://www.facebook.com/ash/posts/12',
  'https://www.facebook.com/login/?next=x',
  'https://www.facebook.com/groups/1',
  'https://notfacebook.com/ash',
  'https://www.facebook.com/',
])('%s is no profile', (address) => {
  expect(
    profileOf('facebook', `${article}<footer><a href="${address}">F</a></footer>`),
  ).toBeUndefined();
});

test.each(['facebookFollowers', 'twitterHandle', 'network'])('%s asks for no profile', (field) => {
  expect(profileOf(field, `${article}${organization}`)).toBeUndefined();
});
