import { Dialog, DialogSurface, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { Exposed, useCloseOnBack, useT, useViewport } from '@balcao/sdk/client';
import { Spinner } from '@balcao/sdk/ui';
import { ticketConversation } from '@balcao/tickets/contract';
import type { PanelRow } from '../../panel.ts';

const useStyles = makeStyles({
  surface: {
    width: 'min(1100px, 100vw)',
    maxWidth: '100vw',
    height: 'min(800px, 100dvh)',
    maxHeight: '100dvh',
    padding: 0,
    overflow: 'hidden',
    '@media (max-width: 599px)': { height: '100dvh', borderRadius: 0 },
  },
});

/** The whole conversation over the panel. */
export function ConversationDialog({ row, onClose }: { row: PanelRow; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  useCloseOnBack(onClose);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    // The dialog closes on Escape only while the focus is in it, and what had the focus may have been replaced while
    // the conversation was being loaded.
    const onKeyDown = (event: KeyboardEvent): void => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (event.key === 'Escape' && isLost && !event.defaultPrevented) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface aria-label={t('dialog.conversation', { name: row.contact.name })} className={styles.surface}>
        <Exposed
          of={ticketConversation}
          props={{ uuid: row.uuid, onClose, ...(touch && { onBack: onClose }) }}
          fallback={<Spinner />}
        />
      </DialogSurface>
    </Dialog>
  );
}
