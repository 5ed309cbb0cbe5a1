import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { MetaChannel, OfferedPage, Via } from '../../contract.ts';
import { ChannelLine } from './ChannelLine.tsx';
import { keyOf } from './choice.ts';

const useStyles = makeStyles({
  box: {
    listStyleType: 'none',
    padding: '12px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  chosen: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    boxShadow: `0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
  },
  head: { display: 'flex', alignItems: 'center', gap: '12px', marginBottom: '6px' },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  lines: { paddingLeft: '44px', '@media (max-width: 599px)': { paddingLeft: 0 } },
});

export interface PageBoxProps {
  page: OfferedPage;
  via: Via;
  chosen: ReadonlySet<string>;
  onChange(channel: MetaChannel, isChosen: boolean): void;
}

/** A page with its channels. */
export function PageBox({ page, via, chosen, onChange }: PageBoxProps) {
  const t = useT();
  const styles = useStyles();
  const { number } = useFormat();
  const { pageId, name, followers, channels } = page;
  const isChosen = channels.some(({ channel }) => chosen.has(keyOf(pageId, channel)));
  return (
    <li className={mergeClasses(styles.box, isChosen && styles.chosen)}>
      <div className={styles.head}>
        <Avatar name={name} size={40} />
        <div className={styles.words}>
          <h3 className={styles.name}>{name}</h3>
          <span className={styles.quiet}>
            {via === 'instagram' && t('picker.alone')}
            {via === 'page' &&
              (followers === null ? t('picker.page') : t('picker.pageFollowers', { count: number(followers) }))}
          </span>
        </div>
      </div>
      <div className={styles.lines}>
        {channels.map((offered) => (
          <ChannelLine
            key={offered.channel}
            page={page}
            offered={offered}
            isChosen={chosen.has(keyOf(pageId, offered.channel))}
            onChange={(isOn) => onChange(offered.channel, isOn)}
          />
        ))}
      </div>
    </li>
  );
}
