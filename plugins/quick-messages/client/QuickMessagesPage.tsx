import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Flash32Regular, PeopleList16Regular, Share20Regular } from '@fluentui/react-icons';
import { useSession, useT, useViewport } from '@balcao/sdk/client';
import { EditableList, usePages, type Removal } from '@balcao/sdk/ui';
import type { QuickMessage } from '../contract.ts';
import { PriorityMark } from './PriorityMark.tsx';
import { QuickMessageContent } from './QuickMessageContent.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { QuickMessageDialog } from './form/QuickMessageDialog.tsx';
import { useQuickMessageUpdates } from './useQuickMessageUpdates.ts';

const useStyles = makeStyles({
  code: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  shortcode: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  slash: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  sharing: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
});

/** A person's quick messages, their own and shared ones. */
export default function QuickMessagesPage() {
  const t = useT();
  const styles = useStyles();
  const { user, can } = useSession();
  const { touch } = useViewport();
  const [shared, setShared] = useState<QuickMessage>();
  const quickMessages = usePages<QuickMessage>('/quick-messages');
  useQuickMessageUpdates();
  const isOwn = ({ userId }: QuickMessage): boolean => userId === user.id;

  const sharingOf = (quickMessage: QuickMessage): string | undefined =>
    quickMessage.sharedWith.length > 0
      ? t('list.sharedWith', { count: quickMessage.sharedWith.length })
      : !isOwn(quickMessage) && quickMessage.userName !== null
        ? t('list.from', { name: quickMessage.userName })
        : undefined;
  const removal = (quickMessage: QuickMessage): Removal => {
    const { shortcode: name, sharedWith, userName } = quickMessage;
    const count = sharedWith.length;
    return isOwn(quickMessage)
      ? {
          title: t('delete.title', { name }),
          text: count > 0 ? t('delete.textShared', { count }) : t('delete.text'),
          verb: t('delete.confirm'),
          done: t('delete.done'),
        }
      : {
          label: t('action.leave', { name }),
          title: t('leave.title', { name }),
          text: t('leave.text', { owner: userName ?? t('leave.someone') }),
          verb: t('leave.confirm'),
          done: t('leave.done'),
        };
  };

  return (
    <EditableList
      title={t('page.title')}
      list={quickMessages}
      columns={[
        {
          id: 'shortcode',
          header: t('field.shortcode'),
          width: '26%',
          touch: 'title',
          cell: (quickMessage) => {
            const sharing = sharingOf(quickMessage);
            return (
              <span className={styles.code}>
                <span className={styles.shortcode} title={quickMessage.shortcode}>
                  {touch && <PriorityMark priority={quickMessage.priority} compact />}
                  <span className={styles.name}>
                    <span className={styles.slash}>/</span>
                    {quickMessage.shortcode}
                  </span>
                </span>
                {touch && <QuickMessageContent quickMessage={quickMessage} />}
                {sharing && (
                  <span className={styles.sharing} title={quickMessage.sharedWith.map(({ name }) => name).join(', ')}>
                    <PeopleList16Regular aria-hidden="true" />
                    {sharing}
                  </span>
                )}
              </span>
            );
          },
        },
        {
          id: 'message',
          header: t('field.message'),
          touch: 'hide',
          cell: (quickMessage) => <QuickMessageContent quickMessage={quickMessage} />,
        },
        {
          id: 'priority',
          header: t('field.priority'),
          width: 110,
          touch: 'hide',
          cell: ({ priority }) => <PriorityMark priority={priority} />,
        },
      ]}
      rowHeight={64}
      nameOf={({ shortcode }) => shortcode}
      search={t('list.search')}
      add={t('action.add')}
      empty={{ icon: <Flash32Regular />, title: t('list.empty'), text: t('list.emptyText') }}
      notFound={{ title: t('list.none', { term: quickMessages.term }), text: t('list.noneText') }}
      form={(quickMessage, close) => <QuickMessageDialog quickMessage={quickMessage} onClose={close} />}
      edit={isOwn}
      removal={removal}
      rowActions={(quickMessage) =>
        isOwn(quickMessage) && can('quick-messages:share')
          ? [
              {
                icon: <Share20Regular />,
                label: t('action.share', { name: quickMessage.shortcode }),
                onClick: () => setShared(quickMessage),
              },
            ]
          : []
      }
    >
      {shared && <ShareDialog quickMessage={shared} onClose={() => setShared(undefined)} />}
    </EditableList>
  );
}
