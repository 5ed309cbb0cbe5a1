import type { PoolClient } from 'pg';

/**
 * Makes the link and the code for a new password invalid, because they are in the mailbox of the former address.
 */
export async function withdrawMailedSecrets(client: PoolClient, userId: number): Promise<void> {
  await client.query(`delete from kernel.password_link where user_id = $1`, [userId]);
  await client.query(`delete from kernel.password_reset where user_id = $1`, [userId]);
  await client.query(`update kernel."user" set invited_until = now() where id = $1 and invited_until > now()`, [
    userId,
  ]);
}

/**
 * Marks that somebody chose a password of their own: it is no longer required of them, and links sent before become
 * invalid.
 */
export async function ownPasswordChosen(client: PoolClient, userId: number): Promise<void> {
  await client.query(`delete from kernel.password_link where user_id = $1`, [userId]);
  await client.query(
    `update kernel."user" set invited_until = null, must_change_password = false
      where id = $1 and (invited_until is not null or must_change_password)`,
    [userId],
  );
}
