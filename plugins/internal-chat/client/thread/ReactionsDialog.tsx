import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { DialogFrame } from '@balcao/sdk/ui';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { People } from './People.tsx';

const useStyles = makeStyles({
  heading: { margin: '12px 0 4px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightRegular },
  count: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** The people who reacted to a message, by reaction. */
export default function ReactionsDialog(props: { chat: ChatView; message: ChatMessageView; onClose(): void }) {
  const { chat, message, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const peopleOf = (emoji: string) => message.reactions.filter((each) => each.emoji === emoji);
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))].toSorted(
    (one, other) => peopleOf(other).length - peopleOf(one).length,
  );
  const pictures = new Map(chat.users.map(({ user }) => [user.id, user.profilePicUrl]));
  return (
    <Dialog open onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogFrame
        title={t('message.reactionsTitle')}
        width={400}
        small
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}
      >
        {emojis.map((emoji) => (
          <section key={emoji}>
            <h3 className={styles.heading}>
              {emoji} <span className={styles.count}>{peopleOf(emoji).length}</span>
            </h3>
            <People
              people={peopleOf(emoji).map(({ userId, name }) => ({
                id: userId,
                name,
                profilePicUrl: pictures.get(userId) ?? null,
              }))}
            />
          </section>
        ))}
      </DialogFrame>
    </Dialog>
  );
}
