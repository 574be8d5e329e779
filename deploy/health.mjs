// The health check of the images: is the process on this port ready? What it lacks goes to the check's log.
try {
  const answer = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`)
  if (answer.ok) process.exit(0)
  console.log(await answer.text())
} catch (error) {
  console.log(String(error))
}
process.exit(1)
