import type { Routine } from '@balcao/sdk/server';

/** Adds a reaction: one per person; the later one by time wins, in whatever order they arrive. */
export const withReaction: Routine = {
  name: 'with-reaction',
  sql: [
    `create or replace function tickets.with_reaction(p_reactions jsonb, p_author text, p_emoji text, p_from_me boolean, p_name text, p_at timestamptz)
       returns jsonb language sql stable parallel safe as $$
       select case when (p_reactions -> p_author -> 'at')::numeric > extract(epoch from p_at) then p_reactions
         else p_reactions || jsonb_build_object(p_author, jsonb_build_object('emoji', p_emoji, 'fromMe', p_from_me, 'name', p_name,
           'at', extract(epoch from p_at))) end $$`,
  ],
};
