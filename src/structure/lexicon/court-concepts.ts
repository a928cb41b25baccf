import { type Concept, toConcept } from './concept.ts';

/** Concepts of decisions, hearings and files of courts. */
export const courtConcepts: readonly Concept[] = [
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
