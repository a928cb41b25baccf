import {
  type Concept,
  deliveryLabels,
  oldPriceLabels,
  recipeConcepts,
  toConcept,
} from './concept.ts';

const courtConcepts: readonly Concept[] = [
  toConcept('caseName', 'title', {
    names: 'casename|casetitle|casecaption|parties',
    labels:
      'case|case name|case title|case caption|caption|style|case style|parties|party names|matter|title|name|rechtssache|affaire|asunto|causa',
    tokens: 'case name|case title|case caption|caption',
  }),
  toConcept('docketNumber', 'code', {
    names: 'docketnumber|docketno|docket|casenumber|caseno|filenumber|appealnumber|causenumber',
    labels:
      'docket|dockets|docket #|docket no|docket nos|docket number|case #|case no|case nos|case number|court no|court number|' +
      'file no|file number|appeal no|appeal number|cause no|cause number|matter no|aktenzeichen|geschäftszahl',
    tokens: 'docket|docket number|case number|case no',
  }),
  toConcept('lowerCourt', 'text', {
    names: 'lowercourt|courtbelow|originatingcourt|trialcourt|courtoforigin',
    labels:
      'lower court|court below|trial court|originating court|court of origin|appeal from|appealed from|on appeal from|county|vorinstanz',
    tokens: 'lower court|trial court|originating court|court below',
  }),
  toConcept('judge', 'persons', {
    names: 'judge|justice|magistrate|panel',
    labels: 'judge|judges|justice|justices|panel|before|coram|richter|juge|juges|juez|giudice',
    tokens: 'judge|justice',
  }),
  toConcept('disposition', 'text', {
    names: 'disposition|ruling',
    labels: 'disposition|dispositions|result|outcome|ruling|tenor|dispositif',
    tokens: 'disposition|ruling',
  }),
  toConcept('citation', 'text', {
    names: 'citation|cite|neutralcitation|reportercitation',
    labels:
      'citation|citations|cite|cite as|neutral citation|reporter citation|slip op|slip op no|slip opinion|webcite|ecli|fundstelle|référence',
    tokens: 'citation|cite',
  }),
  toConcept('caseDate', 'date', {
    names:
      'casedate|datefiled|filingdate|filedate|decisiondate|datedecided|dateargued|judgmentdate',
    labels:
      'date|date filed|filed|file date|filing date|filed on|decided|decision date|date decided|date of decision|issued|' +
      'date issued|issue date|date of issuance|released|release date|opinion date|opinion filed|judgment date|argued|' +
      'date argued|argument date|hearing date|posted|uploaded|entscheidungsdatum|datum|date de décision|fecha|data',
    tokens: 'date filed|filing date|decision date|opinion date|argument date',
  }),
];

const salaryLabels =
  'salary|salary range|pay|pay range|wage|compensation|compensation range|gehalt|salaire|salario|stipendio|salário|salaris|lön|løn|palkka|wynagrodzenie|зарплата|maaş|給与|薪资|연봉';

const generalConcepts: readonly Concept[] = [
  toConcept('startDate', 'date', {
    names:
      'startdate|start|begins|starttime|startsat|eventdate|begin|startdatum|startdato|begindatum|datedébut|datedebut|fechainicio|datainizio|datainício',
    keys: 'startDate|offers.validFrom|validFrom',
    metas: 'event:start_time',
    labels:
      'start|starts|start date|start time|begins|from|when|date|beginn|début|inicio|inizio|начало|開始|datum|dates|termin|zeitraum|fechas|' +
      'new date|rescheduled|rescheduled to|rescheduled for|postponed to|moved to|neuer termin|neues datum|verschoben auf|nouvelle date|reporté au|' +
      'reportée au|nueva fecha|aplazado al|nuova data|rinviato al|nova data|nieuwe datum|verplaatst naar|nytt datum|ny dato|nowy termin|nový termín',
    tokens: 'start date|start time|event date',
  }),
  toConcept('endDate', 'date', {
    names:
      'enddate|end|ends|endtime|endsat|deadline|validthrough|closingdate|expires|enddatum|einddatum|slutdatum|sluttdato|slutdato|datefin|fechafin|datafine|datafim',
    keys: 'endDate|validThrough|offers.validThrough',
    metas: 'event:end_time',
    labels:
      'end|ends|end date|end time|until|deadline|application deadline|closing date|closes|closes on|apply by|due|due date|expires|expires on|' +
      'expiry date|expiration date|valid until|ende|bis|gültig bis|bewerbungsschluss|bewerbungsfrist|fin|date limite|fecha límite|fine|' +
      'scadenza|prazo|конец|終了|締切',
    tokens: 'end date|deadline',
  }),
  toConcept('location', 'text', {
    names: 'location|place|venue|joblocation|ort',
    keys: 'location.name|jobLocation.address.addressLocality|location.address.addressLocality|address.addressLocality|location',
    metas: 'og:locality|geo.placename',
    labels:
      'location|place|venue|where|city|ort|standort|lieu|lugar|ubicación|luogo|local|locatie|plats|sted|paikka|miejsce|lokalizacja|místo|место|yer|場所|地点|장소',
    tokens: 'location|venue|place',
  }),
  toConcept('city', 'text', {
    names: 'city|town|locality|addresslocality|stadt|ville|ciudad|citta',
    keys: 'address.addressLocality|addressLocality|location.address.addressLocality|jobLocation.address.addressLocality',
    metas: 'og:locality',
    labels:
      'city|town|locality|stadt|ort|ville|ciudad|città|cidade|plaats|stad|miasto|město|город|location|standort|lieu|ubicación|luogo|locatie',
    tokens: 'city|locality|location',
  }),
  toConcept('street', 'text', {
    names: 'street|streetaddress|addressline|strasse|rue|calle',
    keys: 'address.streetAddress|streetAddress|location.address.streetAddress|jobLocation.address.streetAddress',
    metas: 'og:street-address',
    labels: 'street|street address|address|straße|rue|calle|via|straat|ulica|улица',
    tokens: 'street address|street',
  }),
  toConcept('address', 'text', {
    names: 'address|adresse|direccion',
    keys: 'address.streetAddress|location.address.streetAddress|address',
    metas: 'og:street-address',
    labels:
      'address|adresse|anschrift|dirección|indirizzo|endereço|adres|adress|osoite|adresa|адрес|住所|地址|주소',
    tokens: 'address|street address',
  }),
  toConcept('phone', 'text', {
    names: 'phone|telephone|phonenumber|tel|telefon',
    keys: 'telephone|contactPoint.telephone|location.telephone',
    metas: 'og:phone_number',
    labels:
      'phone|telephone|tel|tél|t|ph|phone number|call us|mobile|mobile phone|mobile number|cell|cell phone|direct|direct line|direct dial|office phone|fon|durchwahl|mobil|mobiltelefon|handy|portable|móvil|cellulare|telefon|téléphone|teléfono|telefono|telefone|telefoon|puhelin|телефон|電話|电话|전화|telefonnummer|rufnummer|numéro de téléphone|número de teléfono|numero di telefono|número de telefone|telefoonnummer|puhelinnumero|numer telefonu|telefonní číslo|номер телефона|номер телефону|電話番号|电话号码|전화번호',
    tokens: 'phone|telephone|tel',
  }),
  toConcept('fax', 'text', {
    names: 'fax|faxnumber|telefax',
    keys: 'faxNumber|contactPoint.faxNumber',
    labels: 'fax|telefax|fax number|fax no|télécopie|faks|факс',
    tokens: 'fax',
  }),
  toConcept('vatId', 'text', {
    names: 'vatid|vatnumber|vatidnumber|vatregistrationnumber|ustid|ustidnr|umsatzsteuerid',
    keys: 'vatID',
    labels:
      'vat id|vat number|vat no|vat registration number|vat identification number|ust id|ustid|ust idnr|ustidnr|ust id nr|umsatzsteuer id|umsatzsteuer identifikationsnummer|umsatzsteueridentifikationsnummer|numéro de tva|tva intracommunautaire|partita iva|btw nummer',
  }),
  toConcept('email', 'text', {
    names: 'email|mail|emailaddress',
    keys: 'email|contactPoint.email',
    metas: 'og:email',
    labels:
      'email|e-mail|e|mail|email address|correo|correo electrónico|courriel|sähköposti|почта|メール|邮箱',
    tokens: 'email',
  }),
  toConcept('company', 'organization', {
    names: 'company|employer|companyname|hiringorganization|seller|vendor|merchant|organizer',
    keys: 'hiringOrganization.name|offers.seller.name|seller.name|organizer.name|hiringOrganization',
    labels:
      'company|employer|seller|sold by|sold and shipped by|shipped and sold by|vendor|organizer|unternehmen|firma|arbeitgeber|verkäufer|verkauf und versand durch|entreprise|vendeur|empresa|vendedor|azienda|venditore|bedrijf|verkoper|företag|firma|yritys|компания|продавец|会社|公司',
    tokens: 'company|seller|vendor',
  }),
  toConcept('salary', 'text', {
    names: 'salary|basesalary|pay|wage|compensation|gehalt',
    keys: 'baseSalary.value.value|baseSalary.value|baseSalary',
    labels: salaryLabels,
    tokens: 'salary',
  }),
  toConcept('lowSalary', 'money', {
    names:
      'salarymin|minsalary|minimumsalary|salaryminimum|salaryfrom|salarylow|lowsalary|lowestsalary|gehaltmin|gehaltvon|mindestgehalt|salairemin|salaireminimum|salariomin|salariomínimo|stipendiomin|stipendiominimo',
    keys: 'baseSalary.value.minValue|baseSalary.minValue|baseSalary.value.value|baseSalary.value',
    labels: salaryLabels,
    tokens: 'salary min|salary from|salary',
  }),
  toConcept('highSalary', 'money', {
    names:
      'salarymax|maxsalary|maximumsalary|salarymaximum|salaryto|salaryhigh|highsalary|highestsalary|gehaltmax|gehaltbis|höchstgehalt|salairemax|salairemaximum|salariomax|salariomáximo|stipendiomax|stipendiomassimo',
    keys: 'baseSalary.value.maxValue|baseSalary.maxValue|baseSalary.value.value|baseSalary.value',
    labels: salaryLabels,
    tokens: 'salary max|salary to|salary',
  }),
  toConcept('salaryUnit', 'text', {
    names: 'salaryunit|salaryperiod|salaryunittext',
    keys: 'baseSalary.value.unitText|baseSalary.unitText',
  }),
  toConcept('rent', 'money', {
    names: 'baserent|netrent|coldrent|kaltmiete|nettokaltmiete',
    labels: 'base rent|kaltmiete|nettokaltmiete|grundmiete|loyer hors charges',
    tokens: 'base rent|cold rent',
  }),
  toConcept('deposit', 'money', {
    names: 'deposit|securitydeposit|kaution',
    labels:
      'deposit|security deposit|kaution|mietkaution|caution|dépôt de garantie|fianza|cauzione|caução|waarborgsom|borg|kauce|kaucja|залог',
    tokens: 'deposit',
  }),
  toConcept('latitude', 'text', {
    names: 'latitude|lat|geolatitude',
    keys: 'geo.latitude|latitude|location.geo.latitude|location.latitude',
    labels: 'latitude|lat|breitengrad|latitud|latitudine',
    tokens: 'latitude',
  }),
  toConcept('longitude', 'text', {
    names: 'longitude|lng|lon|geolongitude',
    keys: 'geo.longitude|longitude|location.geo.longitude|location.longitude',
    labels: 'longitude|lng|lon|längengrad|longitud|longitudine',
    tokens: 'longitude',
  }),
  toConcept('postalCode', 'text', {
    names: 'postalcode|postcode|zip|zipcode|plz|postleitzahl|codepostal',
    keys: 'address.postalCode|postalCode|location.address.postalCode|jobLocation.address.postalCode',
    labels: 'postal code|postcode|zip|zip code|plz|postleitzahl|code postal|código postal|cap',
    tokens: 'postal code|postcode|zip code',
  }),
  toConcept('employmentType', 'text', {
    names: 'employmenttype|jobtype|contracttype',
    keys: 'employmentType',
    labels:
      'employment type|job type|contract|contract type|anstellungsart|vertragsart|type de contrat|tipo de contrato|tipo di contratto|dienstverband',
    tokens: 'employment type|job type',
  }),
  toConcept('director', 'persons', {
    names: 'director|directors|directedby|regie',
    keys: 'director.name|director',
    metas: 'video:director',
    labels:
      'director|directors|directed by|regie|réalisateur|réalisation|dirección|regia|realização|режиссёр|режиссер|監督|导演|감독',
    tokens: 'director',
  }),
];

const productConcepts: readonly Concept[] = [
  toConcept('price', 'money', {
    names:
      'price|saleprice|currentprice|amount|cost|productprice|finalprice|priceexvat|priceexclvat|priceexcludingvat|priceexcltax|priceexcludingtax|pricewithouttax|pricewithoutvat|priceincvat|priceinclvat|priceincludingvat|priceincltax|priceincludingtax|preisnetto|preisbrutto|nettopreis|bruttopreis|prixht|prixttc|preciosiniva|precioconiva|prezzosenzaiva|prezzoconiva|preis|prix|precio|prezzo|salaryamount|hind',
    keys: 'offers.price|offers.priceSpecification.price|offers.lowPrice|price|priceSpecification.price|offers.offers.price|lowPrice|hasVariant.offers.price',
    metas: 'product:price:amount|og:price:amount|product:sale_price:amount|twitter:data1|price',
    labels:
      'price|our price|online price|web price|internet price|sale price|now|now only|current price|unit price|preis|prix|precio|prezzo|preço|prijs|pris|cena|hinta|цена|ціна|fiyat|fiyatı|価格|価格(税込)|价格|价钱|售价|가격|판매가|السعر|قیمت|कीमत|मूल्य|দাম|মূল্য|מחיר|ár|preț|pret|τιμή|ราคา|giá|harga|starting price|price incl. tax|price (incl. tax)|aktueller preis|precio actual|prix actuel|prezzo attuale|huidige prijs|preço atual',
    tokens: 'price|price current|price sale|amount',
  }),
  toConcept('oldPrice', 'money', {
    names:
      'oldprice|fullprice|strikethroughprice|originalprice|regularprice|listprice|wasprice|rrp|msrp|priceold|compareatprice',
    keys: 'offers.priceSpecification.listPrice',
    metas: 'product:original_price:amount|og:price:standard_amount',
    labels: oldPriceLabels,
    tokens: 'price old|price was|price regular|price list|price original|rrp',
  }),
  toConcept('lowPrice', 'money', {
    names:
      'lowprice|lowestprice|minprice|minimumprice|pricelow|pricemin|mindestpreis|preismin|prixmin|prixminimum|preciomin|preciomínimo|prezzomin|prezzominimo|preçomín|preçomínimo',
    keys: 'offers.lowPrice|lowPrice|offers.priceSpecification.minPrice|priceSpecification.minPrice',
    labels: 'lowest price|minimum price|price',
    tokens: 'price min|price low|price',
  }),
  toConcept('highPrice', 'money', {
    names:
      'highprice|highestprice|maxprice|maximumprice|pricehigh|pricemax|höchstpreis|preismax|prixmax|prixmaximum|preciomax|preciomáximo|prezzomax|prezzomassimo|preçomáx|preçomáximo',
    keys: 'offers.highPrice|highPrice|offers.priceSpecification.maxPrice|priceSpecification.maxPrice',
    labels: 'highest price|maximum price|price',
    tokens: 'price max|price high|price',
  }),
  toConcept('shippingCost', 'money', {
    names:
      'shippingcost|shippingcosts|shippingprice|shippingfee|shippingfees|shippingcharge|shippingrate|shipping|deliverycost|deliveryprice|deliveryfee|deliverycharge|postage|freight|versandkosten|lieferkosten|fraisdeport|fraisdelivraison|gastosdeenvio|costodeenvio|verzendkosten|frete',
    keys: 'offers.shippingDetails.shippingRate.value|offers.shippingDetails.shippingRate.price|shippingDetails.shippingRate.value|shippingRate.value',
    metas: 'product:shipping_cost:amount|og:shipping_cost:amount',
    labels: `shipping|delivery|versand|livraison|envío|spedizione|verzending|frakt|fragt|${deliveryLabels}`,
    tokens: 'shipping cost|shipping price|shipping fee|delivery cost|delivery price|delivery fee',
  }),
  toConcept('deliveryTime', 'text', {
    names:
      'deliverytime|deliverydate|deliveryestimate|estimateddelivery|shippingtime|leadtime|lieferzeit|levertijd',
    keys: 'offers.shippingDetails.deliveryTime|deliveryLeadTime',
    labels:
      'delivery time|delivery date|delivery estimate|estimated delivery|estimated delivery date|estimated delivery time|shipping time|lead time|lieferzeit|lieferdauer|délai de livraison|livraison estimée|plazo de entrega|tiempo de entrega|entrega estimada|tempi di consegna|tempo di consegna|consegna prevista|prazo de entrega|levertijd|leveringstijd|leveranstid|leveringstid|toimitusaika|czas dostawy|termin dostawy|dodací lhůta|doba dodání|срок доставки|время доставки|teslimat süresi|お届け予定|納期',
    tokens: 'delivery time|delivery date|delivery estimate|lead time|shipping time',
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
      'sku|productid|itemnumber|articlenumber|productcode|itemid|partnumber|artikelnummer|reference|itemcode|stocknumber|catalognumber',
    keys: 'sku|productID|offers.sku|identifier|offers.itemOffered.sku|hasVariant.sku',
    metas: 'product:retailer_item_id|product:sku|sku|product_id',
    labels:
      'stock keeping unit|sku|sku no|sku #|item no|item #|item|item number|item code|product code|product id|product number|product no|article number|article no|article|art. no|art.no|art. nr|art.-nr|artikelnummer|artikel-nr|artikelnr|art.nr|bestellnummer|bestell-nr|produktnummer|produkt-nr|réf|référence|ref|ref. no|reference|référence produit|código|código de producto|referencia|cod. prodotto|codice|codice articolo|codice prodotto|codice art|referência|cód|artikelcode|artikelnr.|varenummer|varenr|tuotenumero|tuotekoodi|tuotenro|kod produktu|nr artykułu|symbol|indeks|katalogové číslo|kód produktu|kód|kód zboží|артикул|код товара|код|код товару|ürün kodu|stok kodu|商品番号|品番|商品コード|型番|货号|商品编号|상품코드|상품번호|catalog number|catalog no|cat. no|cat no|part number|part no|part #|stock code|stock no|stock number|style|style no|style #|style number|product ref|product reference|internet number|web id|cikkszám|κωδικός|κωδικός προϊόντος|cod produs|cod|šifra|šifra proizvoda|preces kods|produkta kods|prekės kodas|tootekood|מק"ט|mã sản phẩm|ebay item number|asin|model number|upc|universal product code',
    tokens:
      'sku|product code|product reference|item number|article number|product id|artikelnummer',
  }),
  toConcept('mpn', 'code', {
    names: 'mpn|manufacturerpartnumber|manufacturernumber',
    keys: 'mpn',
    metas: 'product:mfr_part_no',
    labels:
      'mpn|manufacturer part number|mfr part number|mfr. part #|manufacturer code|model no|model number|modellnummer|herstellernummer|hersteller-nr|producentcode|kod producenta|型号|型番|model nr',
    tokens: 'mpn|model number',
  }),
  toConcept('model', 'text', {
    names: 'model|modelname|modelnumber|modell',
    keys: 'model|model.name',
    labels:
      'model|model name|model no|model number|modell|modellnummer|modèle|modelo|modello|модель|モデル|型号|model nr',
    tokens: 'model name|model number',
  }),
  toConcept('gtin', 'code', {
    names:
      'gtin|gtin8|gtin12|gtin13|gtin14|ean|ean8|ean13|upc|upca|upc12|jan|isbn|isbn10|isbn13|barcode',
    keys: 'gtin13|gtin|gtin14|gtin12|gtin8|isbn|offers.gtin13|offers.gtin|workExample.isbn',
    metas: 'product:ean|product:upc|product:isbn|book:isbn|og:isbn|isbn',
    labels:
      'gtin|ean|ean code|ean-code|ean-13|ean13|ean nr|upc|upc code|isbn|isbn-13|isbn13|isbn 13|isbn-10|isbn10|isbn 10|gtin-13|gtin-12|gtin-14|barcode|bar code|strichcode|code-barres|codice ean|código de barras|kod ean|штрихкод|штрих-код|код ean|jan|jan code|barkod|条形码',
    tokens: 'gtin|ean|isbn|upc|barcode',
  }),
  toConcept('availability', 'availability', {
    names:
      'availability|instock|stock|stockstatus|available|isavailable|inventorystatus|stocklevel|saadavus',
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
      'brand|brand name|brands|manufacturer|made by|maker|marke|hersteller|marque|fabricant|marca|fabricante|produttore|merk|fabrikant|mærke|märke|varumärke|varemærke|merke|varemerke|tillverkare|tuotemerkki|valmistaja|merkki|marka|producent|producer|značka|výrobce|бренд|производитель|виробник|марка|торговая марка|marka adı|ブランド|メーカー|品牌|브랜드|제조사|gyártó|márka|μάρκα|κατασκευαστής|brand/publisher|zīmols|kaubamärk|prekės ženklas|gamintojas|ražotājs|tootja|proizvođač|מותג|thương hiệu|producător|label|publisher|العلامة التجارية|الماركة|ยี่ห้อ|แบรนด์|merek',
    tokens: 'brand|manufacturer|brandname',
  }),
  toConcept('condition', 'text', {
    names: 'condition|itemcondition|productcondition|zustand',
    keys: 'offers.itemCondition|itemCondition',
    metas: 'product:condition|og:condition',
    labels:
      'condition|item condition|zustand|état|estado|condizione|staat|stan|состояние|状态|状態',
    tokens: 'item condition|product condition',
  }),
  toConcept('color', 'text', {
    names: 'color|colour|farbe|couleur',
    keys: 'color',
    metas: 'product:color|og:color',
    labels:
      'color|colour|farbe|couleur|color|colore|cor|kleur|färg|farve|väri|kolor|barva|цвет|колір|renk|色|カラー|颜色|색상|szín|χρώμα|culoare|اللون|צבע|สี|warna',
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
  toConcept('height', 'text', {
    names: 'height|höhe|hauteur',
    keys: 'height',
    labels:
      'height|höhe|hauteur|altura|alto|altezza|hoogte|höjd|højde|høyde|korkeus|wysokość|výška|высота|висота|yükseklik|高さ|高度|높이|magasság|ύψος|înălțime',
    tokens: 'height',
  }),
  toConcept('width', 'text', {
    names: 'width|breite|largeur',
    keys: 'width',
    labels:
      'width|breite|largeur|anchura|ancho|larghezza|largura|breedte|bredd|bredde|leveys|szerokość|šířka|ширина|genişlik|幅|宽度|너비|szélesség|πλάτος|lățime',
    tokens: 'width',
  }),
  toConcept('depth', 'text', {
    names: 'depth|tiefe|profondeur',
    keys: 'depth',
    labels:
      'depth|tiefe|profondeur|profundidad|profondità|profundidade|diepte|djup|dybde|syvyys|głębokość|hloubka|глубина|глибина|derinlik|奥行|奥行き|深度|깊이|mélység|βάθος|adâncime',
    tokens: 'depth',
  }),
  toConcept('material', 'text', {
    names: 'material|materials',
    keys: 'material',
    metas: 'product:material',
    labels:
      'material|materials|fabric|composition|matière|materiaal|materiale|materiał|materiál|материал|матеріал|malzeme|素材|材质|소재|anyag|υλικό',
    tokens: 'material',
  }),
  toConcept('dimensions', 'text', {
    names: 'dimensions|dimension|productdimensions|itemdimensions|overalldimensions|abmessungen',
    keys: 'dimensions',
    labels:
      'dimensions|product dimensions|overall dimensions|item dimensions|package dimensions|abmessungen|produktabmessungen|maße|dimensiones|dimensioni|dimensões|afmetingen|mått|mål|wymiary|rozměry|размеры',
    tokens: 'dimensions',
  }),
  toConcept('warranty', 'text', {
    names: 'warranty|warrantyperiod|guarantee|guaranteeperiod|garantie|garantia',
    keys: 'warranty|offers.warranty',
    labels:
      'warranty|warranty period|manufacturer warranty|guarantee|guarantee period|garantie|garantiezeit|herstellergarantie|gewährleistung|garantía|garantia|garanzia|garanti|takuu|gwarancja|záruka|гарантия',
    tokens: 'warranty',
  }),
  toConcept('countryOfOrigin', 'text', {
    names: 'countryoforigin|origincountry|countryofmanufacture|herkunftsland|ursprungsland',
    keys: 'countryOfOrigin.name|countryOfOrigin',
    labels:
      "country of origin|country of manufacture|country/region of manufacture|made in|herkunftsland|ursprungsland|pays d'origine|pays de fabrication|país de origen|paese di origine|land van herkomst|kraj pochodzenia|země původu|страна производства",
    tokens: 'country origin',
  }),
  toConcept('savings', 'text', {
    names: 'savings|saving|yousave|amountsaved|discount',
    labels:
      'you save|savings|saving|save|discount|sie sparen|du sparst|ersparnis|rabatt|économisez|économie|ahorras|ahorro|risparmi|risparmio|bespaar|spara',
    tokens: 'savings|you save',
  }),
  toConcept('returnDays', 'number', {
    names: 'returndays|returnperioddays|returnwindowdays',
    keys: 'offers.hasMerchantReturnPolicy.merchantReturnDays|hasMerchantReturnPolicy.merchantReturnDays',
  }),
  toConcept('priceRange', 'text', {
    names: 'pricerange|pricelevel',
    keys: 'priceRange',
    labels:
      'price range|price level|preisklasse|preisspanne|gamme de prix|rango de precios|fascia di prezzo|prijsklasse',
    tokens: 'price range',
  }),
  toConcept('rating', 'number', {
    names:
      'rating|ratings|ratingvalue|averagerating|score|stars|reviewscore|aggregaterating|voto|punteggio|waardering|bedømmelse|vurdering|arvosana|별점',
    keys: 'aggregateRating.ratingValue|ratingValue|reviewRating.ratingValue|rating',
    metas: 'og:rating|product:rating:value',
    labels:
      'rating|average rating|customer rating|score|bewertung|note|calificación|valoración|valutazione|avaliação|beoordeling|betyg|ocena|hodnocení|рейтинг|оценка|puan|評価|评分|평점|értékelés|bedømmelse|arvosana|דירוג|التقييم',
    tokens: 'rating|rating value|stars',
  }),
  toConcept('ratingCount', 'count', {
    names:
      'ratingcount|ratingscount|reviewcount|reviewscount|numreviews|numratings|numberofreviews|numberofratings|votes|numerovoti|nbavis|nombreavis|antalbetyg|antalanmeldelser|antallvurderinger|liczbaocen|liczbaopinii|počethodnocení|количествооценок|количествоотзывов|yorumsayısı|리뷰수|评论数',
    keys: 'aggregateRating.ratingCount|aggregateRating.reviewCount|ratingCount|reviewCount',
    metas: 'og:rating_count|product:rating:count',
    labels:
      "reviews|number of reviews|number of ratings|ratings|votes|anzahl bewertungen|anzahl der bewertungen|número de opiniones|número de reseñas|número de valoraciones|nombre d'avis|numero di recensioni|aantal beoordelingen|número de avaliações|bewertungen|avis|opiniones|recensioni|avaliações|beoordelingen|opinie|отзывы|レビュー数",
    tokens: 'rating count|review count|reviews',
  }),
];

const articleConcepts: readonly Concept[] = [
  toConcept('title', 'title', {
    names:
      'title|name|headline|heading|productname|producttitle|articletitle|recipename|eventname|jobtitle|titel|titre|titolo|título|nombre|nome|nom|bezeichnung|produktname|artikelname|naam|navn|namn|nimi|nazwa|titular|titulek|název|názov|tytuł|tittel|otsikko|cím|titlu|τίτλος|başlık|заголовок|название|назва|标题|名称|タイトル|商品名|제목|이름|isim|ürünadı|料理名|名前|상품명|név|nosaukums|denumire|nume|judul|pavadinimas|pealkiri|naslov|наименование|όνομα|الاسم|اسمالمنتج|نام|ناممحصول|שם|שםהמוצר|नाम|নাম|ชื่อ|ชื่อสินค้า|têngọi|tênsảnphẩm',
    keys: 'headline|name|title',
    metas: 'og:title|twitter:title|dc.title|dcterms.title|parsely-title|sailthru.title',
    labels: '',
    tokens: 'title|headline|product name|product title|entry title|recipe name',
  }),
  toConcept('author', 'persons', {
    names:
      'author|authors|byline|writer|writers|by|creator|writtenby|authorname|autor|auteur|kirjoittaja|toimittaja|autorzy|autoři|投稿者|작성자|penulis',
    keys: 'author.name|author|creator.name|creator|contributor.name',
    metas:
      'author|article:author|article:author_name|parsely-author|dc.creator|dcterms.creator|byl|sailthru.author|authors|cxenseparse:author|twitter:data1|citation_author',
    labels:
      'by|author|authors|written by|words by|recipe by|posted by|text|von|autor|autorin|par|auteur|por|autora|di|autore|af|av|door|przez|napisał|автор|yazar|作者|著者|文|記者|기자|tekijä|szerző|συντάκτης|συγγραφέας|autorius|autores|autoras|autoren|auteurs|autori|verfasser|verfasserin|författare|forfatter|redakteur|recept av|recept van|rezept von|recette de|receta de',
    tokens: 'author|byline|author name|writer|autor|auteur',
  }),
  toConcept('publishedDate', 'date', {
    names:
      'date|published|publishedat|publisheddate|publishingdate|publicationdate|datepublished|pubdate|postedat|posteddate|createdat|publishdate|datum|releasedate|publishedtime|dateposted|' +
      'fecha|fechadepublicación|fechadepublicacion|datadipubblicazione|datapubblicazione|datadepublicação|datadepublicacao|datedepublication|' +
      'veröffentlichungsdatum|publicatiedatum|publiceringsdatum|publiseringsdato|datapublikacji|publisert|publiceret|datumpublikace|投稿日|게시일|tanggal',
    keys: 'datePublished|dateCreated|uploadDate|datePosted|releaseDate|startDate|dateModified',
    metas:
      'article:published_time|og:published_time|datepublished|date|pubdate|publishdate|publish-date|dc.date|dcterms.date|dc.date.issued|dcterms.created|parsely-pub-date|sailthru.date|cxenseparse:recs:publishtime|article.published|citation_publication_date|last-modified|article:modified_time',
    labels:
      'published|publication date|date published|posted|posted on|published on|release date|veröffentlicht|erschienen|erscheinungsdatum|publié le|publicado|pubblicato|gepubliceerd|publicerad|udgivet|opublikowano|data publikacji|vydáno|опубликовано|дата публикации|yayınlanma|公開日|发布时间|게시일|date|datum|dato|fecha|fecha de publicación|fecha de lanzamiento|date de publication|date de parution|paru le|data di pubblicazione|data de publicação|data de publicació|data publicării|veröffentlichungsdatum|veröffentlicht am|publikationsdatum|publicatiedatum|verschijningsdatum|publiceringsdatum|utgivningsdatum|udgivelsesdato|publiseringsdato|utgivelsesdato|julkaisupäivä|julkaistu|päivämäärä|datum vydání|datum zveřejnění|dátum|dátum vydania|megjelenés dátuma|дата|дата публікації|yayın tarihi|tarih|ημερομηνία|ημερομηνία δημοσίευσης|kuupäev|datums|日付|التاريخ|تاریخ|תאריך|วันที่|तारीख|दिनांक|তারিখ|掲載日|日期|发布日期|발행일|날짜|data|publisert|yayınlanma tarihi|közzétéve|ngày đăng|tanggal|опубліковано|投稿日',
    tokens: 'date|published|publish date|timestamp|datetime|pubdate|time',
  }),
  toConcept('modifiedDate', 'date', {
    names:
      'modified|updated|updatedat|modifiedat|datemodified|lastmodified|lastupdated|modifieddate|updateddate',
    keys: 'dateModified',
    metas: 'article:modified_time|og:updated_time|last-modified|dc.date.modified|dcterms.modified',
    labels:
      'updated|last updated|last modified|modified|aktualisiert|aktualisiert am|fecha de actualización|fecha de modificación|última actualización|date de mise à jour|date de modification|data di aggiornamento|data de atualização|zuletzt aktualisiert|mis à jour|actualizado|aggiornato|bijgewerkt|uppdaterad|opdateret|aktualizacja|обновлено|güncelleme|更新日|最終更新',
    tokens: 'updated|modified',
  }),
  toConcept('description', 'body', {
    names:
      'description|summary|abstract|excerpt|lead|teaser|beschreibung|descripcion|beschrijving|apraksts|deskripsi|简介|介绍|紹介|소개',
    keys: 'description|abstract|disambiguatingDescription|headline2',
    metas: 'og:description|description|twitter:description|dc.description|dcterms.abstract',
    labels:
      'description|product description|summary|about|resumen|résumé|zusammenfassung|riassunto|resumo|samenvatting|beschreibung|produktbeschreibung|description du produit|descripción|descrizione|descrição|omschrijving|beskrivning|beskrivelse|kuvaus|opis|popis|описание|опис|açıklama|商品説明|説明|الوصف|توضیحات|תיאור|περιγραφή|môtả|विवरण|বিবরণ|รายละเอียด|描述|설명',
    tokens: 'description|summary|excerpt|lead',
  }),
  toConcept('subtitle', 'text', {
    names: 'subtitle|subheadline|subheading|standfirst|dek|alternativeheadline|untertitel',
    keys: 'alternativeHeadline|subtitle|description',
    metas: 'og:description|description|twitter:description',
    labels: 'subtitle|untertitel|sous-titre|subtítulo|sottotitolo|ondertitel|подзаголовок',
    tokens: 'subtitle|sub title|subheadline|subheading|standfirst|dek',
  }),
  toConcept('image', 'image', {
    names:
      'image|imageurl|photo|picture|thumbnail|thumbnailurl|poster|cover|mainimage|img|bild|imagen|immagine|afbeelding|imagem|foto|billede|bilde|kuva|zdjęcie|obrázek|obrázok|изображение|фото|зображення|resim|görsel|画像|写真|이미지|사진|图片|kép|imagine|gambar',
    keys: 'image.url|image.contentUrl|image|thumbnailUrl|primaryImageOfPage.url|photo.contentUrl',
    metas:
      'og:image|og:image:url|og:image:secure_url|twitter:image|twitter:image:src|thumbnail|parsely-image-url',
    labels: '',
    tokens: 'image main|product image|hero image',
  }),
  toConcept('images', 'image', {
    names:
      'images|photos|pictures|gallery|imageurls|screenshots|bilder|imágenes|immagini|afbeeldingen|imagens|fotos',
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
    names: 'url|link|canonicalurl|canonical|permalink|pageurl|href|uri|enlace|lien|collegamento',
    keys: 'url|mainEntityOfPage.@id|mainEntityOfPage|@id',
    metas: 'og:url|twitter:url|al:web:url|parsely-link',
    labels: '',
  }),
  // Where who the page is about has a site of its own; the page's own address is none, in data too.
  toConcept('website', 'url', {
    names: 'website|websiteurl|homepage|homepageurl',
    keys: 'website|url',
    metas: '',
    labels:
      'website|web site|homepage|home page|webseite|internetseite|site web|site internet|sitio web|página web|sito web|strona www|веб-сайт|сайт|网站|官网|ウェブサイト|公式サイト|홈페이지',
    tokens: 'website|homepage',
  }),
  toConcept('publisher', 'organization', {
    names: 'publisher|sitename|site|source|provider|organization|publishername|newspaper',
    keys: 'publisher.name|publisher|isPartOf.name|sourceOrganization.name|provider.name',
    metas:
      'og:site_name|application-name|dc.publisher|dcterms.publisher|al:ios:app_name|apple-mobile-web-app-title|citation_publisher|citation_journal_title',
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
  }),
  toConcept('section', 'text', {
    names:
      'section|category|categories|recipecategory|articlesection|genre|topic|kategorie|breadcrumb|productcategory|sección|sezione|seção|ressort|rubrik|rubrique|раздел|рубрика',
    keys: 'recipeCategory|articleSection|category.name|category|genre',
    metas: 'article:section|parsely-section|product:category|cxenseparse:category',
    labels:
      'category|categories|course|section|genre|topic|kategorie|kategorien|rubrik|gang|catégorie|catégories|type de plat|categoría|categorías|categoria|categorie|kategori|luokka|kategoria|категория|категорія|kategori|カテゴリ|分类|카테고리',
    tokens: 'category|course|article section',
  }),
  toConcept('year', 'text', {
    names:
      'year|publicationyear|publishyear|publishedyear|publishingyear|yearpublished|yearofpublication|releaseyear|yearreleased|jahr|erscheinungsjahr|año|anio|ano|année|annee|anno',
    keys: 'copyrightYear|datePublished|releaseDate',
    labels:
      "year|year of publication|publication year|publishing year|year published|published|publication date|date published|release year|year of release|release date|released|first published|jahr|erscheinungsjahr|erschienen|erscheinungsdatum|veröffentlicht|veröffentlichungsjahr|ausgabejahr|año|año de publicación|año de edición|fecha de publicación|fecha de edición|publicado|année|année de parution|année de publication|année d'édition|date de parution|date de publication|paru le|anno|anno di pubblicazione|anno edizione|data di pubblicazione|pubblicato|ano|ano de publicação|ano de edição|ano de lançamento|data de publicação|jaar|jaar van uitgave|verschijningsjaar|verschijningsdatum|år|utgivningsår|utgivningsdatum|udgivelsesår|utgivelsesår|vuosi|julkaisuvuosi|ilmestymisvuosi|rok|rok wydania|data wydania|rok vydání|rok vydania|год|год издания|год выпуска|рік|рік видання|yıl|basım yılı|yayın yılı|出版年|発売年|发行年份|年份|출판년도|년도|év|kiadás éve|an apariție|anul apariției|έτος|έτος έκδοσης",
    tokens: 'publication year|release year|year',
  }),
  toConcept('pages', 'text', {
    names:
      'pages|pagecount|pagescount|numpages|numberofpages|nopages|numofpages|totalpages|seiten|seitenzahl|páginas|paginas|pagine',
    keys: 'numberOfPages',
    metas: 'book:page_count|books:page_count',
    labels:
      "pages|page count|number of pages|no. of pages|no of pages|num pages|total pages|print length|seiten|seitenzahl|seitenanzahl|anzahl seiten|anzahl der seiten|umfang|páginas|no páginas|no de páginas|n.o de páginas|núm. de páginas|num. páginas|número de páginas|cantidad de páginas|nombre de pages|nb de pages|nb. de pages|nbre de pages|pagine|numero di pagine|numero pagine|n. pagine|num. pagine|pàgines|nombre de pàgines|pagina's|aantal pagina's|aantal bladzijden|sidor|antal sidor|sidantal|sider|antal sider|sidetal|antall sider|sivuja|sivumäärä|strony|liczba stron|ilość stron|stron|počet stran|počet strán|страниц|страницы|количество страниц|кол-во страниц|число страниц|сторінок|кількість сторінок|sayfa|sayfa sayısı|ページ数|页数|頁數|쪽수|페이지|oldalszám|oldalak száma|număr pagini|nr. pagini|număr de pagini|σελίδες|αριθμός σελίδων",
    tokens: 'page count|number pages|num pages',
  }),
  toConcept('keywords', 'keywords', {
    names:
      'keywords|tags|topics|keyword|tag|subjects|labels|hashtags|słowakluczowe|klíčováslova|ключевыеслова|anahtarkelimeler|キーワード|키워드',
    keys: 'keywords|about.name|articleSection',
    metas:
      'keywords|news_keywords|article:tag|parsely-tags|sailthru.tags|og:article:tag|cxenseparse:keywords',
    labels:
      'tags|keywords|topics|more on|filed under|tagged|schlagwörter|schlagworte|themen|stichworte|mots-clés|étiquettes|etiquetas|temas|palabras clave|parole chiave|palavras-chave|argomenti|trefwoorden|onderwerpen|nyckelord|ämnen|emneord|avainsanat|tagi|štítky|témata|теги|темы|etiketler|タグ|关键词|태그',
    tokens: 'tags|topics|keywords',
  }),
  toConcept('paywalled', 'text', {
    names: 'paywalled|ispaywalled|paywall|haspaywall|isbehindpaywall',
    keys: 'isAccessibleForFree',
  }),
  toConcept('socialLinks', 'url', {
    names: 'sociallinks|socialprofiles|socialmedia|socialmedialinks|socialmediaprofiles|socialurls',
    keys: 'sameAs',
  }),
  toConcept('favicon', 'image', {
    names: 'favicon|faviconurl|siteicon|siteiconurl',
  }),
  toConcept('imageCaption', 'text', {
    names: 'imagecaption|photocaption|picturecaption|maincaption|leadimagecaption',
    keys: 'image.caption|primaryImageOfPage.caption',
    tokens: 'image caption|photo caption',
  }),
  toConcept('viewCount', 'count', {
    names: 'viewcount|viewscount|numberofviews|numviews',
    labels:
      'views|viewed|view count|number of views|aufrufe|vues|visualizaciones|visualizzazioni|visualizações|weergaven|visningar|просмотры|浏览|조회수',
    tokens: 'view count|views',
  }),
  toConcept('replyCount', 'count', {
    names: 'replycount|repliescount|numberofreplies|numreplies',
    keys: 'replyCount|commentCount',
    labels:
      'replies|reply count|number of replies|antworten|réponses|respuestas|risposte|respostas|reacties|svar|odpowiedzi|ответы',
    tokens: 'reply count|replies',
  }),
  toConcept('publisherBody', 'body', {
    names:
      'body|articlebody|content|text|fulltext|article|maintext|contenido|texto|cuerpo|inhalt|texte|contenu|testo|contenuto|conteúdo|tekst|treść|текст|teksti|innehåll|innhold|metin|içerik|본문|내용|本文|内容|正文',
    keys: 'articleBody|text|reviewBody|description',
    labels: '',
    tokens: 'article body|entry content|post content',
  }),
];

/** All concepts; of those with a name or label in common the first one has it. */
export const concepts: readonly Concept[] = [
  ...articleConcepts,
  ...productConcepts,
  ...recipeConcepts,
  ...courtConcepts,
  ...generalConcepts,
];
