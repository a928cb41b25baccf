import { Button } from './button.tsx';

export interface MoreButtonProps {
  /** Whether the list goes on. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}

/** Reads the next part of a list; nothing where the list is at its end. */
export function MoreButton({ hasMore, isBusy, onMore }: MoreButtonProps) {
  if (!hasMore) return null;
  return (
    <div>
      <Button isBusy={isBusy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
