import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';

export interface StudioLinkProps {
  /** Id of the recipe that is opened; absent: the studio begins with nothing. */
  readonly recipe?: string;
  /** Whether the recipe is tried at once, to show what has to be repaired. */
  readonly isRepair?: boolean;
  readonly look?: 'primary';
  readonly children: ReactNode;
}

/** A link into the studio; nothing where the service has none. */
export function StudioLink({ recipe, isRepair = false, look, children }: StudioLinkProps) {
  if (!useHasStudio()) return null;
  const query =
    recipe === undefined ? '' : `?${isRepair ? 'repair' : 'recipe'}=${encodeURIComponent(recipe)}`;
  return (
    <a
      className={look === undefined ? 'button' : `button button-${look}`}
      href={`./studio/${query}`}
    >
      {children}
    </a>
  );
}

/** Whether the service has a studio for who is signed in. */
export function useHasStudio(): boolean {
  const { data } = useApi('GET /session');
  return data?.kind === 'account' && data.hasStudio;
}
