import { useStudio, useView } from '../client/studio-context.ts';

/** What went wrong, and what the page was refused, in sentences that are taken away by hand. */
export function Notices() {
  const studio = useStudio();
  const { notices } = useView();
  return (
    <div className="notices" role="log" aria-label="Notices" aria-live="assertive">
      {notices.map(({ id, isFailure, message }) => (
        <div key={id} className={isFailure ? 'notice notice-bad' : 'notice notice-warning'}>
          <p>{message}</p>
          <button
            type="button"
            className="icon-button"
            aria-label="Close"
            onClick={() => studio.dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
