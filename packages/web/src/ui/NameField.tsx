import { TextInput } from '@mantine/core'

/** The required name in a dialog, focused when the dialog opens. */
export function NameField(props: {
  label?: string
  description?: string
  maxLength?: number
  value: string
  onChange: (value: string) => void
}) {
  const { label = 'Name', description, maxLength = 200, value, onChange } = props
  return (
    <TextInput
      label={label}
      {...(description ? { description } : {})}
      data-autofocus
      required
      withAsterisk={false}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
