import { plot, type PlotOptions } from '@observablehq/plot';
import { DOMImplementation, XMLSerializer, type Element } from '@xmldom/xmldom';

/**
 * Draws a plot as SVG in HTML, without style sheets and `style` attributes, which the report's policy refuses. The build
 * bundles this file with both packages, so that an installation does not hold them.
 */
export function drawPlot(options: PlotOptions, name: string): string {
  const document = new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html');
  // What Plot takes for a browser's document and element is what it needs of them; a legend would make it a figure.
  const svg = plot({ ...options, document: document as never }) as unknown as Element;
  const style = svg.getElementsByTagName('style').item(0);
  style?.parentNode?.removeChild(style);
  for (const element of [svg, ...svg.getElementsByTagName('*')]) {
    element.removeAttribute('style');
    // A picture has one name; Plot's are those of its marks.
    if (element.getAttribute('aria-label')?.includes('axis') === true)
      element.setAttribute('class', 'axis');
    element.removeAttribute('aria-label');
  }
  svg.setAttribute('class', 'plot');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', name);
  return new XMLSerializer().serializeToString(svg);
}
