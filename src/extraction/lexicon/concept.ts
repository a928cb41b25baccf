/** How a value of a concept is read, compared and chosen. */
export type ValueKind =
  | 'title'
  | 'text'
  | 'body'
  | 'money'
  | 'currency'
  | 'code'
  | 'availability'
  | 'date'
  | 'persons'
  | 'organization'
  | 'duration'
  | 'yield'
  | 'number'
  | 'count'
  | 'url'
  | 'image'
  | 'language'
  | 'keywords'
  | 'ingredients'
  | 'steps';

/** The meaning of a field and its names on pages. Holds general knowledge of the web, nothing about single sites. */
export interface Concept {
  readonly name: string;
  readonly kind: ValueKind;
  /** Names of properties, run together in lower case. */
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly metas: readonly string[];
  /** Visible labels, folded, in the languages in which we know them. Matched whole. */
  readonly labels: readonly string[];
  /** Words of class names that mark the value; each entry's words must all be there. */
  readonly tokens: readonly string[];
}

export function toConcept(
  name: string,
  kind: ValueKind,
  parts: {
    readonly names?: string;
    readonly keys?: string;
    readonly metas?: string;
    readonly labels?: string;
    readonly tokens?: string;
  },
): Concept {
  return {
    name,
    kind,
    names: splitList(parts.names),
    keys: splitList(parts.keys),
    metas: splitList(parts.metas),
    labels: splitList(parts.labels),
    tokens: splitList(parts.tokens),
  };
}

export function splitList(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split('|').map((part) => part.trim());
}

/** Labels of what it costs to have a thing sent. */
export const deliveryLabels =
  "shipping cost|shipping costs|shipping fee|shipping fees|shipping price|shipping charge|shipping charges|shipping & handling|shipping and handling|delivery cost|delivery costs|delivery fee|delivery price|delivery charge|delivery charges|postage|postage & packing|p&p|versandkosten|lieferkosten|liefergebühr|versandkostenpauschale|zzgl. versand|zzgl. versandkosten|frais de port|frais de livraison|frais d'envoi|gastos de envío|coste de envío|costo de envío|costes de envío|spese di spedizione|costi di spedizione|costo di spedizione|portes de envio|custos de envio|frete|valor do frete|verzendkosten|bezorgkosten|leveringskosten|fraktkostnad|fraktpris|fraktkostnader|leveringsomkostninger|fragtpris|toimituskulut|toimitusmaksu|koszt dostawy|koszty dostawy|koszt wysyłki|doprava|cena dopravy|poštovné|стоимость доставки|доставка|вартість доставки|kargo ücreti|kargo|送料|配送料|运费|배송비|szállítási költség|cost livrare|μεταφορικά";

/** Labels of what a thing cost before, or is said to be worth. */
export const oldPriceLabels: string =
  'was|old price|former price|previous price|prior price|rrp|mrp|m.r.p|msrp|list price|regular price|original price|uvp|statt|alter preis|streichpreis|bisheriger preis|vorheriger preis|früherer preis|ursprünglicher preis|originalpreis|' +
  "prix conseillé|ancien prix|prix initial|prix barré|prix précédent|prix d'origine|prix d’origine|precio anterior|precio antiguo|precio original|precio inicial|preço antigo|preço anterior|preço original|" +
  'vecchio prezzo|prezzo precedente|prezzo originale|prezzo iniziale|prezzo di listino|oude prijs|vorige prijs|oorspronkelijke prijs|originele prijs|stara cena|poprzednia cena|cena poprzednia|pierwotna cena|cena przed obniżką|' +
  'tidigare pris|gammalt pris|ursprungligt pris|førpris|tidligere pris|gammel pris|oprindelig pris|opprinnelig pris|vanha hinta|aiempi hinta|aikaisempi hinta|alkuperäinen hinta|původní cena|pôvodná cena|stará cena|předchozí cena|' +
  'старая цена|прежняя цена|предыдущая цена|цена до скидки|стара ціна|eski fiyat|eski fiyatı|önceki fiyat|orijinal fiyat|旧価格|元値|元の価格|値下げ前|値下げ前価格|割引前価格|原价|原價|旧价|舊價|划线价|劃線價|السعر السابق';

/** Labels that are another word in other languages, and the languages in which they are labels of a concept. */
const languagesOfLabel: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    editorial: 'es ca gl',
    editor: 'es ca gl pt ro',
    text: 'de sv da no nb nn',
    door: 'nl',
    par: 'fr',
    di: 'it',
    por: 'es pt gl',
    note: 'fr',
    data: 'it pt pl ca gl ro',
    fine: 'it',
    fin: 'fr es',
    fim: 'pt',
    local: 'pt',
    cod: 'ro es it pt',
    symbol: 'pl',
    gang: 'de nl',
    tenor: 'de',
    peso: 'es it pt gl ca',
    avis: 'fr',
    serve: 'it pt gl',
    rende: 'it pt',
    ano: 'pt gl',
    anno: 'it la',
  }).map(([label, languages]) => [label, languages.split(' ')]),
);

/** Whether a label is one in some languages alone, and another word in others. */
export function isOfSomeLanguages(label: string): boolean {
  return languagesOfLabel.has(label);
}

/** The labels, folded, that are some in a language (`es-MX`); where none is known they may be of any. */
export function chooseLabels(
  labels: readonly string[],
  language: string | undefined,
): readonly string[] {
  const [primary = ''] = (language ?? '').toLowerCase().split(/[-_]/);
  if (primary === '') return labels;
  return labels.filter((label) => languagesOfLabel.get(label)?.includes(primary) ?? true);
}

/** Names of fields that are one in some languages alone: the concept, and the languages. */
const languagesOfName: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['data', ['publishedDate', 'it pt pl ca gl ro']],
  ['note', ['rating', 'fr']],
  ['nota', ['rating', 'pt ca gl ro']],
  ['ad', ['title', 'tr az']],
  ['ar', ['price', 'hu']],
  ['isi', ['publisherBody', 'id ms']],
]);

/** The name of the concept that the name of a field stands for in a language (`es-MX`) alone. */
export function findNameOfLanguage(name: string, language: string | undefined): string | undefined {
  const [concept, languages] = languagesOfName.get(name) ?? [];
  const [primary = ''] = (language ?? '').toLowerCase().split(/[-_]/);
  return languages?.split(' ').includes(primary) === true ? concept : undefined;
}

/** What a portion holds, by the names that schema.org has for it; with the names of fields and the labels for each. */
const nutrients: readonly (readonly [string, string, string])[] = [
  [
    'carbohydrate',
    'carbs|carbohydrates|carbohydrate|totalcarbs|totalcarbohydrates',
    'carbs|carbohydrates|carbohydrate|total carbohydrate|total carbohydrates|kohlenhydrate|glucides|carbohidratos|carboidrati|koolhydraten',
  ],
  [
    'protein',
    'protein|proteins',
    'protein|proteins|eiweiß|eiweiss|protéines|proteínas|proteine|eiwitten|eiwit',
  ],
  [
    'fat',
    'fat|fats|totalfat',
    'fat|fats|total fat|fett|matières grasses|lipides|grasas|grassi|vet|vetten',
  ],
  [
    'saturatedFat',
    'saturatedfat|saturates|satfat',
    'saturated fat|saturates|davon gesättigte fettsäuren|gesättigte fettsäuren|acides gras saturés|grasas saturadas|verzadigd vet',
  ],
  [
    'fiber',
    'fiber|fibre|dietaryfiber|dietaryfibre',
    'fiber|fibre|dietary fiber|dietary fibre|ballaststoffe|fibres|fibra|fibre alimentari|vezels',
  ],
  [
    'sugar',
    'sugar|sugars|totalsugar|totalsugars',
    'sugar|sugars|total sugars|zucker|davon zucker|sucres|azúcares|zuccheri|suikers|suiker',
  ],
  ['sodium', 'sodium', 'sodium|natrium|sodio'],
  ['cholesterol', 'cholesterol', 'cholesterol|cholesterin|cholestérol|colesterol|colesterolo'],
];

/** Whether a field is one of what a portion holds: an amount that is weighed. */
export function isNutrient({ name }: Concept): boolean {
  return nutrients.some(([nutrient]) => nutrient === name);
}

export const recipeConcepts: readonly Concept[] = [
  toConcept('ingredients', 'ingredients', {
    names: 'ingredients|ingredient|ingredientlist|recipeingredients|zutaten',
    keys: 'recipeIngredient|ingredients',
    labels:
      'ingredients|ingredient list|the ingredients|for the recipe|you will need|what you need|zutaten|zutatenliste|ingrédients|les ingrédients|ingredientes|ingredienti|ingrediënten|ingrediënten|ingredienser|ingredienser til|ainekset|ainesosat|raaka-aineet|składniki|ingredience|suroviny|ingrediencie|ингредиенты|продукты|інгредієнти|malzemeler|材料|原料|食材|재료|hozzávalók|υλικά|συστατικά|ingrediente|sastojci|sestavine|koostisosad|ingredientai|sastāvdaļas|המצרכים|מצרכים|nguyên liệu|bahan|bahan-bahan|مقادير|المكونات|วัตถุดิบ|ส่วนผสม|sestavine|съставки',
    tokens: 'ingredient|ingredients|zutaten',
  }),
  toConcept('instructions', 'steps', {
    names:
      'instructions|instructionslist|steps|directions|method|preparation|recipeinstructions|preparationsteps|zubereitung|howto|passaggi|istruzioni|passos|instruções|stappen|шаги|инструкция|инструкции|kroki|adımlar',
    keys: 'recipeInstructions|step|steps|itemListElement',
    labels:
      "instructions|directions|method|preparation|steps|how to make it|how to make|preparation steps|step by step|let's get cooking|cooking instructions|zubereitung|anleitung|so geht's|und so wird's gemacht|préparation|étapes|les étapes|instructions de préparation|preparación|elaboración|instrucciones|pasos|como fazer|como preparar|cómo hacer|cómo preparar|come fare|come preparare|comment faire|modo de preparo|modo de preparação|preparo|preparazione|procedimento|come si prepara|bereiding|bereidingswijze|zo maak je het|werkwijze|instructies|gör så här|så här gör du|tillagning|instruktioner|fremgangsmåde|sådan gør du|slik gjør du|slik gjør du det|fremgangsmåte|valmistusohje|valmistus|ohjeet|näin teet|przygotowanie|sposób przygotowania|wykonanie|postup|postup přípravy|příprava|приготовление|способ приготовления|пошаговый рецепт|приготування|hazırlanışı|yapılışı|作り方|手順|做法|步骤|만드는 법|조리순서|elkészítés|εκτέλεση|οδηγίες|mod de preparare|preparare|priprema|postopek|valmistamine|paruošimas|אופן ההכנה|אופן הכנה|cách làm|cara membuat|langkah-langkah|طريقة التحضير|วิธีทำ|начин на приготвяне|приготвяне",
    tokens: 'instruction|instructions|direction|directions|step|steps|method|preparation',
  }),
  toConcept('totalTime', 'duration', {
    names:
      'totaltime|time|duration|totalminutes|readyin|totalduration|zeit|length|runtime|tilberedningstid',
    keys: 'totalTime|duration|timeRequired',
    metas: 'video:duration|duration',
    labels:
      'total time|total|ready in|cooks in|time|total cook time|total cooking time|takes|duration|length|runtime|gesamtzeit|gesamt|zeit|dauer|fertig in|zubereitungszeit gesamt|temps total|durée totale|durée|tiempo total|tiempo|duración|tempo total|tempo|tempo totale|totale tijd|totale bereidingstijd|bereidingstijd|totaal|total tid|totaltid|samlet tid|samlet tidsforbrug|tid|tid i alt|kokonaisaika|valmistusaika|aika|całkowity czas|czas całkowity|czas przygotowania|czas|celkový čas|celková doba|doba přípravy|общее время|время приготовления|время|загальний час|toplam süre|süre|調理時間|所要時間|総時間|总时间|조리시간|össz idő|elkészítési idő|συνολικός χρόνος|χρόνος|timp total|timp de preparare|ukupno vrijeme|czas wykonania',
    tokens: 'total time|time total|totaltime|duration',
  }),
  toConcept('prepTime', 'duration', {
    names:
      'preptime|preparationtime|prep|activetime|prepminutes|vorbereitungszeit|forberedelsestid',
    keys: 'prepTime',
    labels:
      'prep time|prep|prepare|preparation time|preparation|active time|hands-on time|active|arbeitszeit|vorbereitungszeit|vorbereitung|zubereitungszeit|temps de préparation|préparation|tiempo de preparación|preparación|tempo de preparo|tempo di preparazione|preparazione|preparação|voorbereidingstijd|voorbereiding|förberedelse|förberedelsetid|arbejdstid|tid i køkkenet|valmisteluaika|przygotowanie|čas přípravy|příprava|подготовка|hazırlık süresi|hazırlama süresi|hazırlık|準備時間|下準備|准备时间|előkészítés|χρόνος προετοιμασίας|προετοιμασία|timp pregătire|pregătire',
    tokens: 'prep time|time prep|preptime',
  }),
  toConcept('cookTime', 'duration', {
    names: 'cooktime|cookingtime|cook|baketime|cookminutes|kochzeit|backzeit',
    keys: 'cookTime|performTime',
    labels:
      'cook time|cook|cooking time|cooking|bake time|bake|baking time|kochzeit|backzeit|koch-/backzeit|kochen|garzeit|koch- bzw. backzeit|temps de cuisson|cuisson|tiempo de cocción|cocción|tempo de cozimento|tempo di cottura|cottura|kooktijd|baktijd|oventijd|tillagningstid|koktid|bagetid|stegetid|kypsennysaika|paistoaika|gotowanie|czas gotowania|pieczenie|doba vaření|doba pečení|vaření|готовка|время готовки|pişirme süresi|pişirme|加熱時間|烹饪时间|sütési idő|χρόνος μαγειρέματος|μαγείρεμα|timp de gătire|gătire',
    tokens: 'cook time|time cook|cooktime',
  }),
  toConcept('restTime', 'duration', {
    names:
      'resttime|restingtime|chilltime|chillingtime|coolingtime|marinatingtime|inactivetime|additionaltime',
    keys: 'restTime',
    labels:
      'rest time|resting time|chill time|chilling time|cooling time|rise time|rising time|proofing time|soaking time|marinating time|freezing time|inactive time|additional time|ruhezeit|gehzeit|kühlzeit|wartezeit|marinierzeit|einweichzeit|quellzeit|repos|temps de repos|temps de pause|temps de marinade|tiempo de reposo|reposo|tiempo de marinado|tempo di riposo|riposo|tempo de descanso|descanso|rusttijd|rijstijd|wachttijd|vilotid|jästid|hvile|hviletid|hvilitid|hævetid|lepoaika|kohotusaika|czas odpoczynku|odpoczynek|chłodzenie|doba odležení|čas odpočinku|время отдыха|pihentetés|pihentetési idő|dinlenme süresi|dinlenme|寝かせ時間|휴지 시간',
    tokens: 'rest time|chill time|rise time|additional time',
  }),
  toConcept('yields', 'yield', {
    names:
      'yields|yield|servings|serves|portions|portion|recipeyield|numberofservings|makes|portionen|nbpersonnes',
    keys: 'recipeYield|yield|servings',
    labels:
      'yield|yields|servings|serves|makes|portions|portion|number of servings|for|quantity|portionen|personen|ergibt|menge|für|anzahl portionen|pour|portions|rendement|nombre de personnes|personnes|nombre de parts|raciones|porciones|comensales|rinde|para|rende|rendimento|porções|serve|dosi per|porzioni|dosi|quantità|persone|porties|aantal personen|personen|hoeveelheid|portioner|antal|antal portioner|antal personer|antall|porsjoner|annoksia|annosta|annokset|porcje|liczba porcji|ilość porcji|porce|počet porcí|porcie|порции|количество порций|порций|порцій|кількість порцій|kişilik|porsiyon|kaç kişilik|分量|人数|人分|份量|인분|adag|adagok|μερίδες|porții|portii|broj porcija|porcije',
    tokens: 'yield|yields|servings|serves|portions',
  }),
  toConcept('cuisine', 'text', {
    names: 'cuisine|recipecuisine|kitchen|kueche',
    keys: 'recipeCuisine|servesCuisine',
    labels:
      'cuisine|küche|cocina|cucina|cozinha|keuken|kök|køkken|keittiö|kuchnia|kuchyně|кухня|mutfak|料理',
    tokens: 'cuisine',
  }),
  toConcept('cookingMethod', 'text', {
    names: 'cookingmethod',
    keys: 'cookingMethod',
    labels: 'cooking method|zubereitungsart|mode de cuisson|método de cocción',
    tokens: 'method cooking',
  }),
  toConcept('calories', 'text', {
    names: 'calories|kcal|energy|kalorien|calorieën',
    keys: 'nutrition.calories|calories',
    labels:
      'calories|energy|kcal|kalorien|brennwert|énergie|calorías|calorie|calorias|energie|kalorier|energia|kalorie|калории|калорийность|kalori|カロリー|热量|칼로리',
    tokens: 'calories',
  }),
  ...nutrients.map(([name, names, labels]) =>
    toConcept(name, 'text', {
      names,
      keys: `nutrition.${name}Content|${name}Content`,
      labels,
      tokens: name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase(),
    }),
  ),
];

/** What a total time is the sum of. */
export const partsOfTime: readonly string[] = ['prepTime', 'cookTime', 'restTime'];

export const labelsOfParts: ReadonlySet<string> = new Set(
  recipeConcepts.flatMap(({ name, labels }) => (partsOfTime.includes(name) ? labels : [])),
);

/** Whether a date is that of an event, which has a time of day. */
export function isOfEvent({ name }: Concept): boolean {
  return name === 'startDate' || name === 'endDate';
}
