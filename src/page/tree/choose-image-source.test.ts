import { expect, test } from 'vitest';
import { chooseImageSource } from './pictures.ts';

test.each<readonly [why: string, attributes: Record<string, string>, source: string | undefined]>([
  ['src alone', { src: 'a.jpg' }, 'a.jpg'],
  ['lazy before the placeholder', { src: 'blank.png', 'data-src': 'a.jpg' }, 'a.jpg'],
  [
    'the smallest that is wide enough',
    { src: 'a.jpg', srcset: 'a-320.jpg 320w, a-1200.jpg 1200w, a-2400.jpg 2400w' },
    'a-1200.jpg',
  ],
  ['the widest there is', { src: 'a.jpg', srcset: 'a-320.jpg 320w, a-640.jpg 640w' }, 'a-640.jpg'],
  [
    'twice the density, not three times',
    { src: 'a.jpg', srcset: 'b.jpg, c.jpg 2x, d.jpg 3x' },
    'c.jpg',
  ],
  ['no descriptor', { srcset: 'b.jpg,c.jpg 3x' }, 'b.jpg,c.jpg'],
  [
    'a lazy set',
    { src: 'data:image/gif;base64,R0', 'data-srcset': 'b.jpg 900w, c.jpg 1400w' },
    'c.jpg',
  ],
  ['an older format', { src: 'a.jpg', srcset: 'a-1200.webp 1200w, a-800.avif 800w' }, 'a.jpg'],
  ['an older format of the set', { src: 'a.webp', srcset: 'a.webp 1200w, a.jpg 800w' }, 'a.jpg'],
  ['a newer one where there is no other', { src: 'a.webp', srcset: 'b.webp 2x' }, 'b.webp'],
  [
    'commas within the address',
    { src: 'a.jpg', srcset: '/w_900,h_2/b.jpg 1000w,/c.jpg 500w' },
    '/w_900,h_2/b.jpg',
  ],
  [
    'nothing that runs',
    { src: 'a.jpg', srcset: 'javascript:alert(1) 1000w, data:image/png;base64,AA 2000w' },
    'a.jpg',
  ],
  [
    'any attribute beside a stand-in',
    { src: '/placeholder.svg', 'data-x-src': '/a.jpg' },
    '/a.jpg',
  ],
  ['the first of a set between commas', { srcset: ', /a.jpg 1x,' }, '/a.jpg'],
  ['the first of a set that can be fetched', { srcset: 'data:,A 1x, /b.jpg 2x' }, '/b.jpg'],
  ['a set beside a stand-in', { src: '/img/blank.gif', srcset: '/a.jpg 300w' }, '/a.jpg'],
  ['a lazy one beside a stand-in', { src: 'loader-2.gif', 'data-lazy': '/media/7' }, '/media/7'],
  [
    'a stand-in where there is nothing else',
    { src: '/placeholder.svg', alt: 'A' },
    '/placeholder.svg',
  ],
  [
    'a name that only begins like one',
    { src: '/blankets.jpg', 'data-x-src': '/b.jpg' },
    '/blankets.jpg',
  ],
  [
    'a set of any name',
    { src: 'data:,', 'data-bgset': '/a-180.jpg 180w, /a-9.jpg 900w' },
    '/a-9.jpg',
  ],
  ['data in an attribute', { 'data-image': '{"id":3,"src":"\\/m\\/a.jpg?v=1"}' }, '/m/a.jpg?v=1'],
  ['data in a known attribute', { 'data-src': '[{"url":"/m/a.jpg"}]' }, '/m/a.jpg'],
  ['no data beside a good address', { src: '/b.jpg', 'data-image': '{"src":"/a.jpg"}' }, '/b.jpg'],
  [
    'the greatest width that is listed',
    { src: '/a_{width}x.jpg', 'data-src': '/a_{width}x.jpg', 'data-widths': '[180, 900, 360]' },
    '/a_900x.jpg',
  ],
  ['a width of a source alone', { src: '/a?w={w}', sizes: '', 'data-list': '300,600' }, '/a?w=600'],
  [
    'the plain one where no width is listed',
    { src: '/b.jpg', 'data-src': '/a_{width}.jpg' },
    '/b.jpg',
  ],
  ['no counter', { src: 'a.jpg', width: '1', height: '1' }, undefined],
  ['no embedded picture', { src: 'data:image/png;base64,AA' }, undefined],
  ['no picture at all', {}, undefined],
])('a picture is loaded from: %s', (_why, attributes, source) => {
  expect(chooseImageSource(attributes, 1_000)).toBe(source);
});

test('a set of a million commas is read in no time', () => {
  expect(chooseImageSource({ src: 'a.jpg', srcset: ' ,'.repeat(1_000_000) }, 1_000)).toBe('a.jpg');
});
