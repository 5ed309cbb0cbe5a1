import { queryClient, useRoom } from '@balcao/sdk/client';
import { tagsRoom, type Tag } from '../../contract.ts';
import { dropTag, putTag, tagKeys } from '../useTags.ts';
import { forgetNews, tellTag } from './tag-news.ts';

/** Follows what becomes of tags, whatever page is open; it draws nothing. */
export default function LiveTags() {
  useRoom(
    tagsRoom,
    {},
    {
      update({ tag }: { tag: Tag }) {
        tellTag(tag.id, tag);
        putTag(tag);
        void queryClient.invalidateQueries({ queryKey: tagKeys.pages });
      },
      delete({ tagId }: { tagId: number }) {
        tellTag(tagId, null);
        dropTag(tagId);
        void queryClient.invalidateQueries({ queryKey: tagKeys.pages });
      },
    },
    { keeps: [tagKeys.all], onJoined: forgetNews },
  );
  return null;
}
