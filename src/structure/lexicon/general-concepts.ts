import { type Concept, toConcept } from './concept.ts';

/** Concepts of events, jobs, places and people. */
export const generalConcepts: readonly Concept[] = [
  toConcept('startDate', 'date', {
    names: 'startdate|start|begins|starttime|startsat|eventdate|begin',
    keys: 'startDate|offers.validFrom|validFrom',
    metas: 'event:start_time',
    labels:
      'start|starts|start date|start time|begins|from|when|date|beginn|début|inicio|inizio|начало|開始|datum',
    tokens: 'start date|start time|event date',
  }),
  toConcept('endDate', 'date', {
    names: 'enddate|end|ends|endtime|endsat|deadline|validthrough|closingdate|expires',
    keys: 'endDate|validThrough|offers.validThrough|priceValidUntil',
    metas: 'event:end_time',
    labels:
      'end|ends|end date|end time|until|deadline|closing date|apply by|ende|bis|fin|fine|конец|終了',
    tokens: 'end date|deadline',
  }),
  toConcept('location', 'text', {
    names: 'location|place|venue|city|joblocation|ort',
    keys: 'location.name|jobLocation.address.addressLocality|location.address.addressLocality|address.addressLocality|location',
    metas: 'og:locality|geo.placename',
    labels:
      'location|place|venue|where|city|ort|standort|lieu|lugar|ubicación|luogo|local|locatie|plats|sted|paikka|miejsce|lokalizacja|místo|место|yer|場所|地点|장소',
    tokens: 'location|venue|place',
  }),
  toConcept('address', 'text', {
    names: 'address|streetaddress|adresse|direccion',
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
      'phone|telephone|tel|phone number|call us|telefon|téléphone|teléfono|telefono|telefone|telefoon|puhelin|телефон|電話|电话|전화',
    tokens: 'phone|telephone|tel',
  }),
  toConcept('email', 'text', {
    names: 'email|mail|emailaddress',
    keys: 'email|contactPoint.email',
    metas: 'og:email',
    labels:
      'email|e-mail|mail|email address|correo|correo electrónico|courriel|sähköposti|почта|メール|邮箱',
    tokens: 'email',
  }),
  toConcept('company', 'organization', {
    names: 'company|employer|companyname|hiringorganization|seller|vendor|merchant|organizer',
    keys: 'hiringOrganization.name|offers.seller.name|seller.name|organizer.name|hiringOrganization',
    metas: '',
    labels:
      'company|employer|seller|sold by|vendor|organizer|unternehmen|firma|arbeitgeber|verkäufer|entreprise|vendeur|empresa|vendedor|azienda|venditore|bedrijf|verkoper|företag|firma|yritys|компания|продавец|会社|公司',
    tokens: 'company|seller|vendor',
  }),
  toConcept('salary', 'text', {
    names: 'salary|basesalary|pay|wage|compensation|gehalt',
    keys: 'baseSalary.value.value|baseSalary.value|baseSalary',
    metas: '',
    labels:
      'salary|pay|wage|compensation|gehalt|salaire|salario|stipendio|salário|salaris|lön|løn|palkka|wynagrodzenie|зарплата|maaş|給与|薪资|연봉',
    tokens: 'salary',
  }),
  toConcept('employmentType', 'text', {
    names: 'employmenttype|jobtype|contracttype',
    keys: 'employmentType',
    metas: '',
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
