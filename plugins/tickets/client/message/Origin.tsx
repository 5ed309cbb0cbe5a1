import { makeStyles, tokens } from '@fluentui/react-components';
import { Comment16Regular, Image16Regular, Megaphone16Regular, Video16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import type { MessageContext } from '../../contract.ts';

const icons = {
  ad: Megaphone16Regular,
  comment: Comment16Regular,
  reel: Video16Regular,
  post: Image16Regular,
  story: Image16Regular,
  'story-mention': Image16Regular,
} as const satisfies Record<MessageContext['kind'], unknown>;

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '5px',
    padding: '6px 10px 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  icon: { flexShrink: 0 },
  words: {
    minWidth: 0,
    overflowWrap: 'anywhere',
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: '2',
    WebkitBoxOrient: 'vertical',
  },
  link: {
    color: 'inherit',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, borderRadius: tokens.borderRadiusSmall },
  },
});

/**
 * Shown above a message about something outside the conversation: a story, a post, an ad. Nothing is loaded from there.
 */
export function Origin({ context: { kind, title, url, isPublic } }: { context: MessageContext }) {
  const styles = useStyles();
  const t = useT();
  const Icon = icons[kind];
  const name = t(`message.context.${isPublic ? 'public' : kind}`);
  const words = title ? `${name}: ${title}` : name;
  // A story has no page: its link is that of the picture, which ends after a day.
  const page = kind === 'story' || kind === 'story-mention' ? undefined : url;
  return (
    <div className={styles.line} data-context={kind}>
      <Icon className={styles.icon} aria-hidden="true" />
      <span className={styles.words}>
        {page ? (
          <a className={styles.link} href={page} target="_blank" rel="noopener noreferrer nofollow">
            {words}
          </a>
        ) : (
          words
        )}
      </span>
    </div>
  );
}
