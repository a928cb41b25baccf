import { type Concept, toConcept } from './concept.ts';

/** Concepts of nearly every page: title, author, dates, image, URL. */
export const articleConcepts: readonly Concept[] = [
  toConcept('title', 'title', {
    names:
      'title|name|headline|heading|productname|producttitle|articletitle|recipename|eventname|jobtitle|titel|titre|titolo|título|nombre|nome|nom|заголовок|название|标题|名称|タイトル|商品名|제목|이름',
    keys: 'headline|name|title',
    metas: 'og:title|twitter:title|dc.title|dcterms.title|parsely-title|sailthru.title',
    labels: '',
    tokens: 'title|headline|product name|product title|entry title|recipe name',
  }),
  toConcept('author', 'persons', {
    names: 'author|authors|byline|writer|writers|by|creator|writtenby|authorname|autor|auteur',
    keys: 'author.name|author|creator.name|creator|contributor.name',
    metas:
      'author|article:author|article:author_name|parsely-author|dc.creator|dcterms.creator|byl|sailthru.author|authors|cxenseparse:author|twitter:data1|citation_author',
    labels:
      'by|author|authors|written by|words by|recipe by|posted by|text|von|autor|autorin|par|auteur|por|autora|di|autore|af|av|door|przez|napisał|автор|yazar|作者|著者|文|記者|기자|tekijä|szerző|συντάκτης|recept av|recept van|rezept von|recette de|receta de',
    tokens: 'author|byline|author name|writer|autor|auteur',
  }),
  toConcept('publishedDate', 'date', {
    names:
      'date|published|publishedat|publisheddate|publishingdate|publicationdate|datepublished|pubdate|postedat|posteddate|createdat|publishdate|datum|releasedate|publishedtime|dateposted',
    keys: 'datePublished|dateCreated|uploadDate|datePosted|releaseDate|startDate|dateModified',
    metas:
      'article:published_time|og:published_time|datepublished|date|pubdate|publishdate|publish-date|dc.date|dcterms.date|dc.date.issued|dcterms.created|parsely-pub-date|sailthru.date|cxenseparse:recs:publishtime|article.published|citation_publication_date|last-modified|article:modified_time',
    labels:
      'published|publication date|date published|posted|posted on|published on|release date|veröffentlicht|erschienen|erscheinungsdatum|publié le|publicado|pubblicato|gepubliceerd|publicerad|udgivet|julkaistu|opublikowano|data publikacji|vydáno|опубликовано|дата публикации|yayınlanma|公開日|发布时间|게시일|date',
    tokens: 'date|published|publish date|timestamp|datetime|pubdate|time',
  }),
  toConcept('modifiedDate', 'date', {
    names:
      'modified|updated|updatedat|modifiedat|datemodified|lastmodified|lastupdated|modifieddate|updateddate',
    keys: 'dateModified',
    metas: 'article:modified_time|og:updated_time|last-modified|dc.date.modified|dcterms.modified',
    labels:
      'updated|last updated|last modified|modified|aktualisiert|zuletzt aktualisiert|mis à jour|actualizado|aggiornato|bijgewerkt|uppdaterad|opdateret|aktualizacja|обновлено|güncelleme|更新日|最終更新',
    tokens: 'updated|modified',
  }),
  toConcept('description', 'body', {
    names: 'description|summary|abstract|excerpt|lead|teaser|subtitle|beschreibung|descripcion',
    keys: 'description|abstract|disambiguatingDescription|headline2',
    metas: 'og:description|description|twitter:description|dc.description|dcterms.abstract',
    labels:
      'description|product description|summary|about|beschreibung|produktbeschreibung|description du produit|descripción|descrizione|descrição|omschrijving|beskrivning|beskrivelse|kuvaus|opis|popis|описание|опис|açıklama|商品説明|説明|描述|설명',
    tokens: 'description|summary|excerpt|lead',
  }),
  toConcept('image', 'image', {
    names: 'image|imageurl|photo|picture|thumbnail|thumbnailurl|poster|cover|mainimage|img|bild',
    keys: 'image.url|image.contentUrl|image|thumbnailUrl|primaryImageOfPage.url|photo.contentUrl',
    metas:
      'og:image|og:image:url|og:image:secure_url|twitter:image|twitter:image:src|thumbnail|parsely-image-url',
    labels: '',
    tokens: 'image main|product image|hero image',
  }),
  toConcept('images', 'image', {
    names: 'images|photos|pictures|gallery|imageurls|screenshots',
    keys: 'image.url|image.contentUrl|image|photo.contentUrl',
    metas: 'og:image|twitter:image',
    labels: '',
    tokens: 'gallery|product image',
  }),
  toConcept('logo', 'image', {
    names: 'logo|logourl',
    keys: 'publisher.logo.url|publisher.logo|logo.url|logo.contentUrl|logo',
    metas: 'og:logo|msapplication-tileimage',
    labels: '',
    tokens: 'logo',
  }),
  toConcept('url', 'url', {
    names: 'url|link|canonicalurl|canonical|permalink|pageurl|href|website|uri',
    keys: 'url|mainEntityOfPage.@id|mainEntityOfPage|@id',
    metas: 'og:url|twitter:url|al:web:url|parsely-link',
    labels: '',
    tokens: '',
  }),
  toConcept('publisher', 'organization', {
    names: 'publisher|sitename|site|source|provider|organization|publishername|newspaper',
    keys: 'publisher.name|publisher|isPartOf.name|sourceOrganization.name|provider.name',
    metas:
      'og:site_name|application-name|dc.publisher|dcterms.publisher|al:ios:app_name|apple-mobile-web-app-title|citation_journal_title',
    labels:
      'publisher|source|verlag|herausgeber|éditeur|editor|editorial|editore|uitgever|förlag|udgiver|kustantaja|wydawnictwo|wydawca|nakladatel|издательство|yayınevi|出版社',
    tokens: 'publisher',
  }),
  toConcept('language', 'language', {
    names: 'language|lang|inlanguage|locale|sprache|langue',
    keys: 'inLanguage.name|inLanguage',
    metas: 'og:locale|language|content-language|dc.language',
    labels:
      'language|sprache|langue|idioma|lingua|taal|språk|sprog|kieli|język|jazyk|язык|dil|言語|语言',
    tokens: '',
  }),
  toConcept('section', 'text', {
    names:
      'section|category|categories|recipecategory|articlesection|genre|topic|kategorie|breadcrumb|productcategory',
    keys: 'recipeCategory|articleSection|category.name|category|genre',
    metas: 'article:section|parsely-section|product:category|cxenseparse:category',
    labels:
      'category|categories|course|section|genre|topic|kategorie|rubrik|gang|catégorie|type de plat|categoría|categoria|categorie|kategori|luokka|kategoria|категория|категорія|kategori|カテゴリ|分类|카테고리',
    tokens: 'category|course|section',
  }),
  toConcept('keywords', 'keywords', {
    names: 'keywords|tags|topics|keyword|tag|subjects|labels|hashtags',
    keys: 'keywords|about.name|articleSection',
    metas:
      'keywords|news_keywords|article:tag|parsely-tags|sailthru.tags|og:article:tag|cxenseparse:keywords',
    labels:
      'tags|keywords|topics|more on|filed under|tagged|schlagwörter|schlagworte|themen|stichworte|mots-clés|étiquettes|etiquetas|temas|parole chiave|argomenti|trefwoorden|onderwerpen|nyckelord|ämnen|emneord|avainsanat|tagi|štítky|témata|теги|темы|etiketler|タグ|关键词|태그',
    tokens: 'tags|topics|keywords',
  }),
  toConcept('publisherBody', 'body', {
    names: 'body|articlebody|content|text|fulltext|article|maintext',
    keys: 'articleBody|text|reviewBody|description',
    metas: '',
    labels: '',
    tokens: 'article body|entry content|post content',
  }),
];
