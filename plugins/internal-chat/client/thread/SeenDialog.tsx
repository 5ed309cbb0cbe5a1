import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { DialogFrame } from '@balcao/sdk/ui';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { seenOf } from '../data/seen.ts';
import { People } from './People.tsx';

const useStyles = makeStyles({
  heading: { margin: '12px 0 4px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** The people who have read up to a message, and those who have not. */
export default function SeenDialog(props: { chat: ChatView; message: ChatMessageView; onClose(): void }) {
  const { chat, message, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const { seen, unseen } = seenOf(message, chat);
  const groups = [
    { key: 'seen', people: seen },
    { key: 'unseen', people: unseen },
  ];
  return (
    <Dialog open onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogFrame
        title={t('message.seenBy')}
        width={400}
        small
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}
      >
        {groups.map(
          ({ key, people }) =>
            people.length > 0 && (
              <section key={key}>
                <h3 className={styles.heading}>{t(`message.${key}`, { count: people.length })}</h3>
                <People people={people.map(({ user }) => user)} />
              </section>
            ),
        )}
      </DialogFrame>
    </Dialog>
  );
}
