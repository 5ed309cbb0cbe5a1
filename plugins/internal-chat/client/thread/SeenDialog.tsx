import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, DialogFrame } from '@balcao/sdk/ui';
import type { ChatMessageView, ChatView } from '../../contract.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  person: { display: 'flex', alignItems: 'center', gap: '10px', minHeight: '40px' },
  heading: { margin: '12px 0 4px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** The people who have read up to a message, and those who have not. */
export default function SeenDialog(props: { chat: ChatView; message: ChatMessageView; onClose(): void }) {
  const { chat, message, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const others = chat.users.filter(({ userId }) => userId !== message.senderId);
  const groups = [
    { key: 'seen', people: others.filter(({ readSeq }) => readSeq >= message.seq) },
    { key: 'unseen', people: others.filter(({ readSeq }) => readSeq < message.seq) },
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
                <ul className={styles.list}>
                  {people.map(({ user }) => (
                    <li key={user.id} className={styles.person}>
                      <Avatar
                        name={user.name}
                        picture={user.profilePicUrl && mediaUrl(user.profilePicUrl)}
                        size={28}
                        decorative
                      />
                      {user.name}
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </DialogFrame>
    </Dialog>
  );
}
