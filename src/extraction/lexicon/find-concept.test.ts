import { expect, test } from 'vitest';
import { findConcept, findMeaning } from './find-concept.ts';

test.each(['price', 'product_price', 'bookPrice', 'unitPrice'])('%s is the price', (name) => {
  expect(findConcept(name)?.name).toBe('price');
});

test.each(['monthlyPrice', 'child_price', 'wholesalePrice', 'previousPrice', 'shippingPrice'])(
  '%s is another price than that of the page',
  (name) => {
    expect(findConcept(name)?.name).not.toBe('price');
  },
);

test.each([
  ['article_title', 'title'],
  ['seoTitle', undefined],
  ['alternate_title', undefined],
  ['guestAuthor', undefined],
  ['parentSku', undefined],
])('%s is %s of the page', (name, concept) => {
  expect(findConcept(name)?.name).toBe(concept);
});

test.each([
  ['prepTimeMinutes', 'prepTime'],
  ['cook_time_in_minutes', 'cookTime'],
  ['totalTimeMins', 'totalTime'],
  ['durationHours', 'totalTime'],
  ['openingHours', undefined],
  ['full_time', undefined],
])('%s is %s with its unit', (name, concept) => {
  expect(findConcept(name)?.name).toBe(concept);
});

test.each(['reviewTitle', 'video_title', 'brandDescription', 'usedPrice', 'subscription_price'])(
  '%s is of another thing',
  (name) => {
    expect(findMeaning(name)?.isOther).toBe(true);
  },
);

test.each(['recipeTitle', 'product_description', 'featuredImage', 'discounted_price', 'priceUsd'])(
  '%s is of the page',
  (name) => {
    expect(findMeaning(name)?.isOther ?? false).toBe(false);
  },
);

test.each([
  ['fecha_publicacion', 'publishedDate'],
  ['fechaDePublicación', 'publishedDate'],
  ['año_publicacion', 'year'],
  ['verfuegbarkeit', 'availability'],
  ['tiempo_preparacion', 'prepTime'],
  ['titulo', 'title'],
  ['gesamtzeit', 'totalTime'],
  ['porciones', 'yields'],
  ['autore', 'author'],
  ['aantal_beoordelingen', 'ratingCount'],
  ['numero_voti', 'ratingCount'],
  ['nb_personnes', 'yields'],
  ['calorieën', 'calories'],
  ['forberedelsestid', 'prepTime'],
  ['slowa_kluczowe', 'keywords'],
  ['pocet_hodnoceni', 'ratingCount'],
  ['количество_оценок', 'ratingCount'],
  ['изображение', 'image'],
  ['isim', 'title'],
  ['投稿者', 'author'],
  ['상품명', 'title'],
  ['简介', 'description'],
  ['penulis', 'author'],
  ['contenido', 'publisherBody'],
  ['seccion', 'section'],
  ['gehalt_max', 'highSalary'],
  ['precio_minimo', 'lowPrice'],
  ['hoechstpreis', 'highPrice'],
  ['date_fin', 'endDate'],
  ['fecha_inicio', 'startDate'],
])('%s, in another language, is the %s', (name, concept) => {
  expect(findConcept(name)?.name).toBe(concept);
});

test.each([
  'active',
  'asunto',
  'dauer',
  'menge',
  'bewertungen',
  'case',
  'data',
  'delivery',
  'label',
  'pays',
  'quantity',
  'released',
  'resume',
  'reviews',
  'style',
  'text_von',
  'total',
  'where',
])('%s is no name in another language', (name) => {
  expect(findConcept(name)?.name).toBeUndefined();
});

test.each([
  ['data', 'it', 'publishedDate'],
  ['nota', 'pt-BR', 'rating'],
  ['note', 'fr', 'rating'],
  ['ad', 'tr', 'title'],
  ['ar', 'hu', 'price'],
  ['isi', 'id', 'publisherBody'],
])('%s is a name in the language %s alone', (name, language, concept) => {
  expect(findMeaning(name, language)?.concept.name).toBe(concept);
  expect(findMeaning(name, 'en')?.concept.name).not.toBe(concept);
});
