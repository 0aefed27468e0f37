/** Copy a text; whether it was: browsers keep the clipboard from pages that come over plain HTTP. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
