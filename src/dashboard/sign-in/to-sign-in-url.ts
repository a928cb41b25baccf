/** The address of a sign-in link: its token stands behind the `#`, which browsers send to no server and write to no `Referer`. */
export function toSignInUrl(origin: string, token: string): string {
  return `${origin}/sign-in#${token}`;
}
