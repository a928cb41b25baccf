import type { Extraction, ExtractionRequest, Extractor } from '../../contracts/extractor.ts';
import { withSpan } from '../../tracing/with-span.ts';

/** The first answer, of any quality. */
export function askExtractor(
  extractor: Extractor,
  request: ExtractionRequest,
): Promise<Extraction> {
  return withSpan('ask extractor', { 'gleaner.extractor': extractor.name }, () =>
    extractor.extract(request),
  );
}
