import { type Concept, toConcept } from './concept.ts';

/** Concepts of products in shops. */
export const productConcepts: readonly Concept[] = [
  toConcept('price', 'money', {
    names:
      'price|saleprice|currentprice|amount|cost|productprice|finalprice|preis|prix|precio|prezzo|salaryamount',
    keys: 'offers.price|offers.priceSpecification.price|offers.lowPrice|price|priceSpecification.price|offers.offers.price|lowPrice|hasVariant.offers.price',
    metas: 'product:price:amount|og:price:amount|product:sale_price:amount|twitter:data1|price',
    labels:
      'price|our price|sale price|now|now only|current price|unit price|preis|prix|precio|prezzo|preço|prijs|pris|cena|hinta|цена|ціна|fiyat|fiyatı|価格|価格(税込)|价格|价钱|售价|가격|판매가|السعر|מחיר|ár|preț|pret|τιμή|ราคา|giá|harga|starting price|price incl. tax|price (incl. tax)',
    tokens: 'price|price current|price sale|amount',
  }),
  toConcept('oldPrice', 'money', {
    names:
      'oldprice|originalprice|regularprice|listprice|wasprice|rrp|msrp|priceold|compareatprice',
    keys: 'offers.priceSpecification.listPrice|offers.highPrice',
    metas: 'product:original_price:amount|og:price:standard_amount',
    labels:
      'was|rrp|list price|regular price|original price|uvp|statt|prix conseillé|precio anterior|prezzo di listino|стара ціна|старая цена',
    tokens: 'price old|price was|price regular|price list|price original|rrp',
  }),
  toConcept('currency', 'currency', {
    names: 'currency|pricecurrency|currencycode|waehrung|devise|moneda',
    keys: 'offers.priceCurrency|offers.priceSpecification.priceCurrency|priceCurrency|offers.offers.priceCurrency',
    metas: 'product:price:currency|og:price:currency|product:sale_price:currency',
    labels: 'currency|währung|devise|moneda|valuta|валюта|通貨|货币',
    tokens: 'currency',
  }),
  toConcept('sku', 'code', {
    names:
      'sku|productid|itemnumber|articlenumber|productcode|itemid|partnumber|artikelnummer|reference|itemcode|stocknumber|catalognumber|modelnumber',
    keys: 'sku|productID|offers.sku|identifier|offers.itemOffered.sku|hasVariant.sku',
    metas: 'product:retailer_item_id|product:sku|sku|product_id',
    labels:
      'sku|sku no|sku #|item no|item #|item|item number|item code|product code|product id|product number|product no|article number|article no|article|art. no|art.no|art. nr|art.-nr|artikelnummer|artikel-nr|artikelnr|art.nr|bestellnummer|bestell-nr|produktnummer|produkt-nr|réf|référence|ref|ref. no|reference|référence produit|código|código de producto|referencia|cod. prodotto|codice|codice articolo|codice prodotto|codice art|referência|cód|artikelcode|artikelnr.|varenummer|varenr|tuotenumero|tuotekoodi|tuotenro|kod produktu|nr artykułu|symbol|indeks|katalogové číslo|kód produktu|kód|kód zboží|артикул|код товара|код|код товару|ürün kodu|stok kodu|商品番号|品番|商品コード|型番|货号|商品编号|상품코드|상품번호|catalog number|catalog no|cat. no|cat no|part number|part no|part #|stock code|stock no|stock number|style|style no|style #|style number|product ref|product reference|internet number|web id|cikkszám|κωδικός|κωδικός προϊόντος|cod produs|cod|šifra|šifra proizvoda|preces kods|produkta kods|prekės kodas|tootekood|מק"ט|mã sản phẩm|ebay item number|asin|model number|upc|universal product code',
    tokens:
      'sku|product code|product reference|item number|article number|product id|artikelnummer',
  }),
  toConcept('mpn', 'code', {
    names: 'mpn|manufacturerpartnumber|model|modelnumber|manufacturernumber',
    keys: 'mpn|model|model.name',
    metas: 'product:mfr_part_no',
    labels:
      'mpn|manufacturer part number|mfr part number|mfr. part #|manufacturer code|model|model no|model number|modellnummer|herstellernummer|hersteller-nr|modèle|modelo|modello|producentcode|kod producenta|модель|型号|型番|モデル|model nr',
    tokens: 'mpn|model number',
  }),
  toConcept('gtin', 'code', {
    names: 'gtin|gtin13|ean|ean13|upc|isbn|isbn13|barcode',
    keys: 'gtin13|gtin|gtin14|gtin12|gtin8|isbn|offers.gtin13|offers.gtin|workExample.isbn',
    metas: 'product:ean|product:upc|product:isbn|book:isbn|og:isbn|isbn',
    labels:
      'gtin|ean|ean code|ean-code|ean-13|ean13|ean nr|upc|upc code|isbn|isbn-13|isbn13|isbn-10|barcode|bar code|strichcode|code-barres|codice ean|código de barras|kod ean|штрихкод|штрих-код|код ean|jan|jan code|barkod|条形码',
    tokens: 'gtin|ean|isbn|upc|barcode',
  }),
  toConcept('availability', 'availability', {
    names:
      'availability|instock|stock|stockstatus|available|isavailable|inventorystatus|stocklevel',
    keys: 'offers.availability|availability|offers.offers.availability|hasVariant.offers.availability',
    metas: 'product:availability|og:availability',
    labels:
      'availability|stock|in stock|stock status|verfügbarkeit|lieferbarkeit|lagerbestand|disponibilité|disponibilidad|disponibilità|disponibilidade|beschikbaarheid|voorraad|lagerstatus|tilgængelighed|saatavuus|dostępność|dostupnost|наличие|наявність|stok|stok durumu|在庫|库存|재고|elérhetőség|διαθεσιμότητα|disponibilitate|availability in stock',
    tokens: 'availability|stock|instock|outofstock|soldout',
  }),
  toConcept('brand', 'organization', {
    names: 'brand|manufacturer|maker|brandname|marke|marque|marca|producer',
    keys: 'brand.name|brand|manufacturer.name|manufacturer|itemOffered.brand.name|hasVariant.brand.name',
    metas: 'product:brand|og:brand|brand|twitter:data2',
    labels:
      'brand|brand name|brands|manufacturer|made by|maker|marke|hersteller|marque|fabricant|marca|fabricante|produttore|merk|fabrikant|mærke|märke|merke|tillverkare|tuotemerkki|valmistaja|merkki|marka|producent|producer|značka|výrobce|бренд|производитель|виробник|марка|торговая марка|marka adı|ブランド|メーカー|品牌|브랜드|제조사|gyártó|márka|μάρκα|κατασκευαστής|brand/publisher|zīmols|kaubamärk|prekės ženklas|gamintojas|ražotājs|tootja|proizvođač|מותג|thương hiệu|producător|label|publisher',
    tokens: 'brand|manufacturer|brandname',
  }),
  toConcept('color', 'text', {
    names: 'color|colour|farbe|couleur',
    keys: 'color',
    metas: 'product:color|og:color',
    labels:
      'color|colour|farbe|couleur|color|colore|cor|kleur|färg|farve|väri|kolor|barva|цвет|колір|renk|色|カラー|颜色|색상|szín|χρώμα|culoare',
    tokens: 'color|colour',
  }),
  toConcept('weight', 'text', {
    names: 'weight|gewicht|poids',
    keys: 'weight|shippingWeight',
    metas: 'product:weight:value',
    labels:
      'weight|item weight|gewicht|poids|peso|vikt|vægt|paino|waga|hmotnost|вес|вага|ağırlık|重量|무게|súly|βάρος|greutate',
    tokens: 'weight',
  }),
  toConcept('material', 'text', {
    names: 'material|materials',
    keys: 'material',
    metas: 'product:material',
    labels:
      'material|materials|fabric|composition|matière|materiaal|materiale|materiał|materiál|материал|матеріал|malzeme|素材|材质|소재|anyag|υλικό',
    tokens: 'material',
  }),
  toConcept('rating', 'number', {
    names: 'rating|ratings|ratingvalue|averagerating|score|stars|reviewscore|aggregaterating',
    keys: 'aggregateRating.ratingValue|ratingValue|reviewRating.ratingValue|rating',
    metas: 'og:rating|product:rating:value',
    labels:
      'rating|average rating|customer rating|score|bewertung|note|calificación|valoración|valutazione|avaliação|beoordeling|betyg|ocena|hodnocení|рейтинг|оценка|puan|評価|评分|평점',
    tokens: 'rating|rating value|stars',
  }),
  toConcept('ratingCount', 'count', {
    names:
      'ratingcount|ratingscount|reviewcount|reviewscount|numreviews|numratings|numberofreviews|votes',
    keys: 'aggregateRating.ratingCount|aggregateRating.reviewCount|ratingCount|reviewCount',
    metas: 'og:rating_count|product:rating:count',
    labels:
      'reviews|number of reviews|ratings|votes|bewertungen|avis|opiniones|recensioni|avaliações|beoordelingen|opinie|отзывы|レビュー数',
    tokens: 'rating count|review count|reviews',
  }),
];
