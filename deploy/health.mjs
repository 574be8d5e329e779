// Health check of the images: succeeds if the process on this port is ready, and otherwise prints why not.
try {
  const response = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`)
  if (response.ok) process.exit(0)
  console.log(await response.text())
} catch (error) {
  console.log(String(error))
}
process.exit(1)
