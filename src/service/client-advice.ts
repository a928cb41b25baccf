import type { AdapterWords } from '../runtime/errors/to-adapter-error.ts';

/**
 * What clients of a service read in place of the library's advice, in responses over HTTP and in webhooks. They have no
 * options: advice for the operator is left out.
 */
export const clientAdvice: AdapterWords['advice'] = {
  allowPrivate: '',
  allowExpressions: 'This service does not allow it.',
  allowUploads: 'This service does not allow it.',
  allowDownloads: 'This service keeps none.',
  allowMoreTime: 'Ask for less.',
  allowBrowser: 'This service runs none.',
  installBrowser: '',
  startBrowserByHand: '',
  nameAnotherBrowser: '',
  checkEndpoint: '',
  giveModel:
    'This service has no model, which its operator sets by GLEANER_MODEL_URL and GLEANER_MODEL; ask for what the page states.',
  checkModel: 'Try again later.',
  // Told to the operator alone.
  checkModelKey: '',
  checkModelName: '',
  grantCredits: 'Ask for less, or ask the operator of the service for more.',
  givePage: 'Give the address of the page.',
  giveBase: '',
};
