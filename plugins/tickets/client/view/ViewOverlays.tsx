import { makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { PartBoundary, PartFailed } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { viewedPictureAtom } from '../message/media/viewed-picture.ts';
import { PictureViewer, TicketDialogs } from '../pages/lazy-parts.ts';
import { useViewStore } from './scope.ts';

const useStyles = makeStyles({
  failed: {
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto', backgroundColor: ext.raised },
  },
});

/** Shows a failed load in place of the overlay. */
export function OverlayFailed({ cause, again }: { cause: unknown; again(): void }) {
  const styles = useStyles();
  return (
    <div className={styles.failed}>
      <PartFailed error={cause} onRetry={again} />
    </div>
  );
}
export const overlayFailed = (cause: unknown, again: () => void): ReactNode => (
  <OverlayFailed cause={cause} again={again} />
);

/** The dialog and the picture open in the view around this; outside a view, over the page. */
export function ViewOverlays() {
  const view = useViewStore();
  const dialog = useAtomValue(ticketDialogAtom, view);
  const picture = useAtomValue(viewedPictureAtom, view);
  return (
    <>
      {dialog && (
        <PartBoundary failed={overlayFailed}>
          <TicketDialogs />
        </PartBoundary>
      )}
      {picture && (
        <PartBoundary failed={overlayFailed}>
          <PictureViewer />
        </PartBoundary>
      )}
    </>
  );
}
