/** Copy a text; return whether that worked: browsers refuse it to pages that come over plain HTTP. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
