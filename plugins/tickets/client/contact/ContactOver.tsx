import { OverlayDrawer, makeStyles } from '@fluentui/react-components';
import { useCloseOnBack, useRestoreFocus, useT, useViewport } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { contactWidth } from '../pages/useScreenLayout.ts';
import { ContactPanel } from './ContactPanel.tsx';

const useStyles = makeStyles({
  drawer: { maxWidth: '100vw', padding: 0, '@media (max-width: 599px)': { borderLeftStyle: 'none' } },
});

/** The contact over the conversation where there is no room beside it; the whole screen of a phone. */
export function ContactOver({ open, ticket, onClose }: { open: boolean; ticket: TicketView; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  useRestoreFocus(open);
  useCloseOnBack(onClose, open);
  return (
    <OverlayDrawer
      className={styles.drawer}
      position="end"
      open={open}
      style={{ width: touch ? '100vw' : contactWidth }}
      aria-label={t('contact.title')}
      onOpenChange={(_, data) => !data.open && onClose()}
      onKeyDown={({ key, target, currentTarget }) => {
        // The tooltip of a button that has the focus would take the first Escape for itself.
        const isOwn = target instanceof HTMLButtonElement && currentTarget.contains(target);
        if (key === 'Escape' && isOwn && target.role !== 'combobox') onClose();
      }}
    >
      <ContactPanel key={ticket.id} ticket={ticket} onClose={onClose} />
    </OverlayDrawer>
  );
}
