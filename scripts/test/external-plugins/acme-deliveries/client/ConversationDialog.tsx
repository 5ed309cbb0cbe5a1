import { Dialog, DialogSurface, makeStyles } from '@fluentui/react-components';
import { Exposed, useCloseOnBack, useT } from '@balcao/sdk/client';
import { Spinner } from '@balcao/sdk/ui';
import { ticketConversation } from '@balcao/tickets/contract';
import type { Delivery } from '../contract.ts';

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

/** The conversation of a delivery's customer, over the page. */
export function ConversationDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  useCloseOnBack(onClose);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface aria-label={t('conversation.title', { code: delivery.code })} className={styles.surface}>
        {delivery.ticketUuid !== null && (
          <Exposed
            of={ticketConversation}
            props={{ uuid: delivery.ticketUuid, onClose, panel: true }}
            fallback={<Spinner />}
          />
        )}
      </DialogSurface>
    </Dialog>
  );
}
