import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Document20Regular, Link20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { sizeText } from '@balcao/sdk/chat';
import { linked } from '../extra/links.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  line: { display: 'flex', alignItems: 'center', gap: '10px', minHeight: '40px', padding: '4px 0' },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  names: { minWidth: 0, flexGrow: 1 },
  name: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  about: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

function Line({ icon, about, children }: { icon: ReactNode; about: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <li className={styles.line}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.names}>
        {children}
        <span className={styles.about}>{about}</span>
      </span>
    </li>
  );
}

/** Documents by name, to be downloaded. */
export function FileLines({ messages }: { messages: MessageView[] }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  return (
    <ul className={styles.list}>
      {messages.map(({ mediaName, mediaUrl: address, mediaSize, createdAt }) => {
        const name = mediaName ?? t('media.document');
        const size = mediaSize ? sizeText(mediaSize, format.number) : undefined;
        return (
          <Line
            key={address}
            icon={<Document20Regular />}
            about={[size, format.date(createdAt)].filter(Boolean).join(' · ')}
          >
            <Link className={styles.name} href={mediaUrl(address ?? '')} download={name} title={name}>
              {name}
            </Link>
          </Line>
        );
      })}
    </ul>
  );
}

/** Links, each with its day. */
export function LinkLines({ messages }: { messages: MessageView[] }) {
  const styles = useStyles();
  const format = useFormat();
  return (
    <ul className={styles.list}>
      {messages.flatMap(({ id, body, createdAt }) =>
        linked(body)
          .filter(({ address }) => address !== undefined)
          .map(({ text, address = '' }) => (
            <Line key={`${id} ${text}`} icon={<Link20Regular />} about={format.date(createdAt)}>
              <Link className={styles.name} href={address} target="_blank" rel="noopener noreferrer" title={text}>
                {text}
              </Link>
            </Line>
          )),
      )}
    </ul>
  );
}
