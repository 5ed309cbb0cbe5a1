import type { ReactNode } from 'react';
import { Album } from './Album.tsx';
import { AudioPlayer } from './AudioPlayer.tsx';
import type { ChatMedia } from './chat-message.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { Picture } from './Picture.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

const isPicture = ({ type }: ChatMedia): boolean => type === 'image';
/** Groups the pictures first; other files follow in their order. */
const laidOut = (files: readonly ChatMedia[]): { pictures: ChatMedia[]; others: ChatMedia[] } => ({
  pictures: files.filter(isPicture),
  others: files.filter((file) => !isPicture(file)),
});

/** Returns true if the last of these files has room for the time. */
export function carriesTime(files: readonly ChatMedia[]): boolean {
  const { others } = laidOut(files);
  const last = others.at(-1)?.type ?? 'image';
  return last !== 'video' && last !== 'sticker';
}

export interface MessageFilesProps {
  files: readonly ChatMedia[];
  /** The caption. */
  alt: string;
  /** True if the bubble also contains text or a quote. */
  hasWords: boolean;
  /** The time, shown in the last file. */
  when: ReactNode;
  onOpen: ((picture: ChatMedia) => void) | undefined;
}

/** The files of a message: several pictures in a grid, other files one under another. */
export function MessageFiles({ files, alt, hasWords, when, onOpen }: MessageFilesProps) {
  const { pictures, others } = laidOut(files);
  const [first, ...more] = pictures;
  const inPictures = others.length === 0 ? when : undefined;
  return (
    <>
      {first && more.length === 0 && (
        <Picture
          media={first}
          // A button without a text alternative would be read by its name only; for a mere picture the caption is read
          // anyway.
          alt={onOpen ? alt : ''}
          hasWords={hasWords}
          when={inPictures}
          onOpen={onOpen && (() => onOpen(first))}
        />
      )}
      {more.length > 0 && (
        <Album
          pictures={pictures.map((media, at) => ({ id: `${at} ${media.url}`, media }))}
          when={inPictures}
          onOpen={onOpen && (({ media }) => onOpen(media))}
        />
      )}
      {others.map((media, at) => {
        const key = `${at} ${media.url}`;
        const shownTime = at === others.length - 1 ? when : undefined;
        switch (media.type) {
          case 'audio':
            return <AudioPlayer key={key} media={media} when={shownTime} />;
          case 'video':
            return <VideoPlayer key={key} media={media} />;
          case 'sticker':
            return <Picture key={key} media={media} alt={onOpen ? alt : ''} onOpen={onOpen && (() => onOpen(media))} />;
          default:
            return <DocumentCard key={key} media={media} when={shownTime} />;
        }
      })}
    </>
  );
}
